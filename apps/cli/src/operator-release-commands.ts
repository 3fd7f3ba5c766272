/** The commands `kushk operator release …`: what the operator does with a release that a reviewer has approved. */
import type { Command } from 'commander';
import type { OperatorStep, OperatorStepOptions } from './commands/operator-release.js';
import type { AddAction } from './program-actions.js';
import { addRolloutCommand } from './rollout-commands.js';

const STEPS: readonly { readonly step: OperatorStep; readonly description: string; readonly hasReason: boolean }[] = [
  { step: 'publish', description: 'publish an approved release to all instances', hasReason: false },
  { step: 'suspend', description: 'stop a published release on all instances', hasReason: true },
  { step: 'resume', description: 'let a suspended release run again', hasReason: false },
  { step: 'withdraw', description: 'end a release for ever: nobody can install it any more', hasReason: true },
];

export function addOperatorReleaseCommands(program: Command, addAction: AddAction): void {
  const operator = program.commands.find((command) => command.name() === 'operator') ?? program;
  const release = operator.command('release').description('publish, suspend, resume and withdraw releases');
  for (const { step, description, hasReason } of STEPS) {
    const command = release.command(step).argument('<plugin>').argument('<version>').description(description);
    if (step === 'publish')
      command
        .option('--stages <stages>', 'tighter stages than those of the publisher, such as 5:48,100')
        .option('--halt <rule>', 'with --stages: lower thresholds than those of the publisher, such as 2:20:2');
    if (hasReason) command.requiredOption('--reason <text>', 'reason, which the publisher reads');
    addAction<OperatorStepOptions>(command, async (terminal, [pluginId = '', version = ''], options) => {
      const { changeRelease } = await import('./commands/operator-release.js');
      return changeRelease(terminal, { step, name: { pluginId, version } }, options);
    });
  }
  addRolloutCommand(release, addAction, 'operator');
}

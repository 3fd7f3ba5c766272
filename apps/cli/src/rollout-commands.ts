/** The commands `kushk release rollout` and `kushk operator release rollout`. */
import { Argument, type Command } from 'commander';
import type { RolloutAction } from '@kushk/contracts';
import type { RolloutOptions } from './commands/rollout.js';
import type { AddAction } from './program-actions.js';

/** Written out here: the contracts are too large to be loaded at each start of the command. */
const ACTIONS = ['halt', 'resume', 'complete'] as const satisfies readonly RolloutAction[];

export function addRolloutCommand(release: Command, addAction: AddAction, as: 'publisher' | 'operator'): void {
  addAction<RolloutOptions>(
    release
      .command('rollout')
      .argument('<plugin>')
      .argument('<version>')
      .addArgument(new Argument('<action>', 'halt, resume or complete').choices(ACTIONS))
      .description('halt the rollout of a release, resume it, or move all installations at once')
      .option('--reason <text>', 'why it is halted; publisher and operator read it'),
    async (terminal, [pluginId = '', version = '', action], options) => {
      const { changeRollout } = await import('./commands/rollout.js');
      const change = { name: { pluginId, version }, action: action as RolloutAction, as };
      return changeRollout(terminal, change, options);
    },
  );
}

import type { Command } from 'commander';
import type { AddTrustOptions } from './commands/operator-trust.js';
import { collected, type AddAction } from './program-actions.js';

/** `kushk operator trust …` */
export function addTrustCommands(program: Command, addAction: AddAction): void {
  const operator = program.commands.find((command) => command.name() === 'operator') ?? program;
  const trust = operator.command('trust').description('manage which CI jobs get keys of a publisher for ten minutes');
  const commands = () => import('./commands/operator-trust.js');
  addAction<AddTrustOptions>(
    trust
      .command('add')
      .argument('<publisher>')
      .description('let the jobs of a repository get keys of a publisher')
      .requiredOption('--issuer <url>', 'the iss claim of their tokens')
      .option('--audience <text>', 'the aud claim of their tokens (default: the address of the hub)')
      .requiredOption('--claim <name=pattern>', 'a claim that a token must have; may be repeated', collected)
      .requiredOption('--plugin <plugin>', 'the only plugin that the keys can reach')
      .option('--scopes <scopes>', 'read and submit, separated by commas', 'read,submit')
      .option('--public', 'let the store show where the releases come from')
      .option('--expires-at <time>', 'RFC 3339, such as 2027-01-01T00:00:00Z'),
    async (terminal, [publisher = ''], options) => (await commands()).addTrust(terminal, publisher, options),
  );
  addAction(
    trust.command('list').argument('<publisher>').description('list the trusts of a publisher'),
    async (terminal, [publisher = ''], options) => (await commands()).listTrusts(terminal, publisher, options),
  );
  addAction(
    trust
      .command('end')
      .argument('<publisher>')
      .argument('<trust>', 'id of the trust')
      .description('end a trust and its keys immediately'),
    async (terminal, [publisher = '', trustId = ''], options) =>
      (await commands()).endTrust(terminal, { publisher, trustId }, options),
  );
}

import type { Command } from 'commander';
import type { StatementOptions } from './commands/usage-statement.js';
import { DEFAULT_LIMIT } from './list-limit.js';
import type { AddAction } from './program-actions.js';

/** Adds `kushk usage` and its commands for signed statements. */
export function addUsageCommands(program: Command, addAction: AddAction): void {
  const usage = program
    .command('usage')
    .description('show the usage of your plugins in a month of Tehran time')
    .option('--month <YYYY-MM>', 'Gregorian month (default: the current one in Tehran)')
    .option('--csv', 'print CSV: a record for each installation and for each service that it used');
  addAction<{ month?: string; csv?: boolean }>(usage, async (terminal, _args, options) =>
    (await import('./commands/usage.js')).showUsage(terminal, options),
  );
  const statements = () => import('./commands/usage-statement.js');
  addAction<{ readonly limit: string }>(
    usage
      .command('statements')
      .description('list the signed statements of closed months, the newest first')
      .option('--limit <count>', 'at most this many', DEFAULT_LIMIT),
    async (terminal, _args, options) =>
      (await import('./commands/usage-statements.js')).listStatements(terminal, options),
  );
  const keysOption = [
    '--keys <file>',
    'file with the keys of the hub (default: hub-keys.json beside the statement)',
  ] as const;
  addAction<StatementOptions>(
    usage
      .command('statement')
      .argument('<month>', 'Gregorian month of Tehran time, YYYY-MM')
      .description('download the signed statement of a closed month and verify it')
      .option('--output <file>', 'file for the statement (default: usage-<month>.ndjson)')
      .option(...keysOption),
    async (terminal, [month = ''], options) => (await statements()).downloadStatement(terminal, month, options),
  );
  addAction<StatementOptions>(
    usage
      .command('verify')
      .argument('<file>', 'the statement; - is standard input')
      .description('verify a downloaded statement without a connection: signature, root and totals')
      .option('--previous <file>', 'also check that it follows the statement of the month before')
      .option(...keysOption),
    async (terminal, [file = ''], options) => (await statements()).verifyStatement(terminal, file, options),
  );
}

/** The commands `kushk access-code …` and `kushk access …`: who sees the private releases of a plugin. */
import type { Command } from 'commander';
import type { AccessCodeOptions } from './commands/access-code.js';
import { DEFAULT_LIMIT } from './list-limit.js';
import type { AddAction } from './program-actions.js';

export function addAccessCodeCommands(program: Command, addAction: AddAction): void {
  const codes = program.command('access-code').description('manage the access codes of private plugins');
  const commands = () => import('./commands/access-code.js');
  addAction<AccessCodeOptions>(
    codes
      .command('create')
      .argument('<plugin>')
      .description('create an access code and show it once')
      .requiredOption('--label <label>', 'for whom the code is')
      .option('--uses <count>', 'how many organisations may use it (default: any number)')
      .option('--expires-at <time>', 'RFC 3339, such as 2027-01-01T00:00:00Z'),
    async (terminal, [pluginId = ''], options) => (await commands()).createAccessCode(terminal, pluginId, options),
  );
  addAction<{ readonly limit: string }>(
    codes
      .command('list')
      .argument('<plugin>')
      .description('list the access codes of a plugin, newest first')
      .option('--limit <count>', 'at most this many', DEFAULT_LIMIT),
    async (terminal, [pluginId = ''], options) => (await commands()).listAccessCodes(terminal, pluginId, options),
  );
  addAction(
    codes
      .command('end')
      .argument('<plugin>')
      .argument('<code>', 'id of the access code')
      .description('end an access code; organisations that have used it stay'),
    async (terminal, [pluginId = '', codeId = ''], options) =>
      (await commands()).endAccessCode(terminal, { pluginId, codeId }, options),
  );
  const accesses = program.command('access').description('manage which organisations have access to private plugins');
  addAction<{ readonly limit: string }>(
    accesses
      .command('list')
      .argument('<plugin>')
      .description('list the accesses that access codes have granted, newest first')
      .option('--limit <count>', 'at most this many', DEFAULT_LIMIT),
    async (terminal, [pluginId = ''], options) => (await commands()).listAccesses(terminal, pluginId, options),
  );
  addAction(
    accesses
      .command('end')
      .argument('<plugin>')
      .argument('<access>', 'id of the access')
      .description('end one access; what the organisation has installed runs on'),
    async (terminal, [pluginId = '', accessId = ''], options) =>
      (await commands()).endAccess(terminal, { pluginId, accessId }, options),
  );
}

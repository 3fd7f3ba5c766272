/** The commands `kushk operator registry …`: with which account and keys publishers push images. */
import type { Command } from 'commander';
import type { AddAction } from './program-actions.js';

export function addRegistryCommands(program: Command, addAction: AddAction): void {
  const operator = program.commands.find((command) => command.name() === 'operator') ?? program;
  const commands = () => import('./commands/operator-publisher.js');
  const registry = operator
    .command('registry')
    .description('show the registry of images and the account that pushes to it; manage the keys of publishers for it');
  addAction(registry, async (terminal, _args, options) =>
    (await import('./commands/operator-registry.js')).showRegistry(terminal, options),
  );
  addAction<{ label: string; expiresAt?: string }>(
    registry
      .command('issue')
      .argument('<publisher>')
      .description('issue a key for docker login and show it once')
      .requiredOption('--label <label>', 'purpose of the key')
      .option('--expires-at <time>', 'RFC 3339, such as 2027-01-01T00:00:00Z'),
    async (terminal, [id = ''], options) => (await commands()).issueRegistryKey(terminal, id, options),
  );
  addAction(
    registry.command('list').argument('<publisher>').description('list the registry keys of a publisher'),
    async (terminal, [id = ''], options) =>
      (await commands()).listKeys(terminal, id, { ...options, purpose: 'registry' }),
  );
  addAction(
    registry
      .command('revoke')
      .argument('<publisher>')
      .argument('<key>', 'id of the key')
      .description('revoke a key immediately'),
    async (terminal, [id = '', keyId = ''], options) =>
      (await commands()).revokeKey(terminal, { publisher: id, key: keyId }, options),
  );
}

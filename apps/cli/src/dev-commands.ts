/** The commands `kushk dev …`, which work with an instance outside production. */
import type { Command } from 'commander';
import type { AddAction } from './program-actions.js';

export function addDevCommands(program: Command, addAction: AddAction): void {
  const dev = program.command('dev').description('develop a plugin on an instance outside production');
  addAction(
    dev
      .command('publish')
      .argument('<file>', 'the manifest')
      .description("add a manifest to an instance's store without review"),
    async (terminal, [file = ''], options) =>
      (await import('./commands/dev.js')).publishForDevelopment(terminal, file, options),
  );
  addAction(
    dev
      .command('credentials')
      .argument('<installation>')
      .description('read the credentials of an installation; works once'),
    async (terminal, [id = ''], options) => (await import('./commands/dev.js')).readCredentials(terminal, id, options),
  );
}

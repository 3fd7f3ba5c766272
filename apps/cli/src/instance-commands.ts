/** The commands `kushk operator instance …`: the fleet, and the credentials of its links. */
import type { Command } from 'commander';
import type { AddAction } from './program-actions.js';

export function addInstanceCommands(program: Command, addAction: AddAction): void {
  const operator = program.commands.find((command) => command.name() === 'operator') ?? program;
  const instance = operator.command('instance').description('manage the instances of the fleet');
  const instances = () => import('./commands/operator-instance.js');
  const credentialsFile = [
    '--credentials-file <file>',
    'file for the credentials of the link; the default is stdout',
  ] as const;
  const force = ['--force', 'replace files that exist already'] as const;
  addAction<{
    pluginApi: string;
    credentialsFile?: string;
    pinnedKeysFile?: string;
    publicKeyFile?: string;
    force?: true;
  }>(
    instance
      .command('register')
      .alias('add')
      .argument('<id>')
      .argument('<name>')
      .description('register an instance and issue the credentials of its link to the hub')
      .requiredOption('--plugin-api <version>', 'plugin API of the instance, MAJOR.MINOR')
      .option(...credentialsFile)
      .option('--pinned-keys-file <file>', 'file for the hub keys that the instance pins (KUSHK_PINNED_HUB_KEYS)')
      .option('--public-key-file <file>', 'file with the public key of the instance, which the hub certifies')
      .option(...force),
    async (terminal, [id = '', name = ''], options) =>
      (await instances()).registerInstance(terminal, { id, name }, options),
  );
  addAction<{ credentialsFile?: string; force?: true }>(
    instance
      .command('rotate')
      .argument('<id>')
      .description('issue new credentials for the link and revoke the old ones immediately')
      .option(...credentialsFile)
      .option(...force),
    async (terminal, [id = ''], options) => (await instances()).rotateInstance(terminal, id, options),
  );
  addAction(
    instance
      .command('remove')
      .argument('<id>')
      .description('remove an instance from the fleet and close its link immediately'),
    async (terminal, [id = ''], options) => (await instances()).removeInstance(terminal, id, options),
  );
  addAction(instance.command('list').description('list all instances'), async (terminal, _args, options) =>
    (await instances()).listInstances(terminal, options),
  );
}

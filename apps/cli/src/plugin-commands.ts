/** The commands `kushk plugin …`, for plugin authors. */
import { Option, type Command } from 'commander';
import type { DeprecateOptions } from './commands/plugin-deprecate.js';
import type { NewPluginOptions } from './commands/plugin-new.js';
import type { PluginTestOptions } from './commands/plugin-test.js';
import { TEMPLATES } from './new-plugin-files.js';
import type { AddAction } from './program-actions.js';

const collect = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  ...value.split(',').map((id) => id.trim()),
];

export function addPluginCommands(program: Command, addAction: AddAction): void {
  const plugin = program.command('plugin').description('create, test and deprecate plugins');
  addAction<NewPluginOptions>(
    plugin
      .command('new')
      .argument('<folder>', 'a new or empty folder')
      .description('write a plugin that runs, with a manifest, tests and a page')
      .addOption(
        new Option(
          '--template <template>',
          'node is TypeScript with the SDK, and so is poller, which needs no address; the others need only the standard library',
        )
          .choices(TEMPLATES)
          .default('node'),
      )
      .addOption(
        new Option(
          '--locale <language>',
          'language of the README and of the comments in the manifest (default: as --lang)',
        ).choices(['en', 'fa']),
      )
      .option('--id <id>', 'id of the plugin (default: ir.example. and the name of the folder)')
      .option(
        '--name <name>',
        'name that people see; one in Persian letters becomes the Persian name (default: the name of the folder)',
      )
      .option('--publisher <id>', 'your publisher id', 'acme')
      .option(
        '--port <port>',
        'port on which the plugin listens (default: the first free one from 4100 on that no plugin beside it has)',
      ),
    async (terminal, [folder = ''], options) =>
      (await import('./commands/plugin-new.js')).createPluginFolder(terminal, folder, options),
  );
  addAction<PluginTestOptions>(
    plugin
      .command('test')
      .argument('[url]', 'address of the plugin (default: base_url of the manifest, with --run on a free port)')
      .description('play the service against a plugin and check what the contract demands; needs no running system')
      .option('--manifest <file>', 'the manifest (default: the one in this folder)')
      .option('--run [command]', 'start the plugin with this command, or with the one of its folder; also restarts it')
      .option('--only <cases>', 'run only these cases, separated by commas', collect)
      .option(
        '--arguments <json|file>',
        'arguments by the name of the tool (JSON, or a file with it), instead of examples',
      )
      .option(
        '--actions <json|file>',
        'by path, what your page sends to your own server (JSON, or a file with it), without installation and handle',
      )
      .option('--poll', 'test a plugin that polls for its events; it needs no address, and --run starts it')
      .option('--deadline <duration>', 'time within which the plugin must answer', '10s')
      .option(
        '--listen <port>',
        'port on loopback for the keys and the API that the plugin uses (default: 8079, with --run any)',
      )
      .option('--junit <file>', 'also write the results as JUnit XML'),
    async (terminal, [url], options) => (await import('./commands/plugin-test.js')).testPlugin(terminal, url, options),
  );
  addDeprecateCommand(plugin, addAction);
}

function addDeprecateCommand(plugin: Command, addAction: AddAction): void {
  addAction<DeprecateOptions>(
    plugin
      .command('deprecate')
      .argument('<plugin>')
      .description('say in every store that a plugin is no longer recommended, or end that')
      .option('--reason <text>', 'reason, which stores show')
      .option('--successor <plugin>', 'another plugin of yours to use instead')
      .option('--end', 'end the deprecation'),
    async (terminal, [id = ''], options) =>
      (await import('./commands/plugin-deprecate.js')).deprecatePlugin(terminal, id, options),
  );
}

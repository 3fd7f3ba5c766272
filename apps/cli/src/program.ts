/** The commands and their options. What a command does is loaded only when it is asked for. */
import { Command, Option } from 'commander';
import type { ConnectionFlags } from './connection.js';
import { EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { Terminal, type Language } from './terminal.js';
import type { CheckFormat } from './commands/manifest.js';
import type { WaitOptions } from './commands/release-wait.js';
import { VERSION } from './version.js';

interface GlobalOptions extends ConnectionFlags {
  readonly json?: boolean;
  readonly lang?: Language;
}
type Run<Options> = (
  terminal: Terminal,
  words: readonly string[],
  options: Options & GlobalOptions,
) => Promise<ExitCode>;

/** Builds the program; `done` gets the exit code of the command that ran. */
export function programFor(done: (exitCode: ExitCode) => void): Command {
  const program = new Command('kushk')
    .description('Publish plugins, watch over their releases, and run the hub.')
    .version(VERSION, '-V, --version', 'show the version')
    .exitOverride()
    .showHelpAfterError('(--help shows how)')
    .option('--json', 'write the result as one JSON document')
    .addOption(new Option('--lang <language>', 'language of messages (default: from LANG)').choices(['en', 'fa']))
    .addOption(new Option('--base-url <url>', 'address of the hub').helpGroup('Connection:'))
    .addOption(new Option('--service-origin <url>', 'address of the instance').helpGroup('Connection:'))
    .addOption(
      new Option(
        '--key <key>',
        'publisher key; better in KUSHK_PUBLISHER_KEY, where no list of processes shows it',
      ).helpGroup('Connection:'),
    )
    .addOption(
      new Option('--token <token>', 'bearer token of a person; better in KUSHK_TOKEN').helpGroup('Connection:'),
    )
    .addOption(
      new Option('--organisation <id>', 'organisation to act in, for who belongs to several').helpGroup('Connection:'),
    )
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('afterAll', EXIT_CODES_HELP);

  /** Commander hands over the words, the options and the command itself. */
  const runs = <Options>(command: Command, run: Run<Options>): void => {
    command.action(async () => {
      const options = command.optsWithGlobals<Options & GlobalOptions>();
      done(await run(terminalFor(options), command.args, options));
    });
  };
  addManifestCommands(program, runs);
  addReleaseCommands(program, runs);
  addOperatorCommands(program, runs);
  addDevCommands(program, runs);
  return program;
}

/** Where a command with these options writes, and in which language. */
export function terminalFor({ json, lang }: Pick<GlobalOptions, 'json' | 'lang'>): Terminal {
  return new Terminal({ json: json === true, language: lang ?? languageOf(process.env) });
}

type Runs = <Options>(command: Command, run: Run<Options>) => void;

function addManifestCommands(program: Command, runs: Runs): void {
  const manifest = program.command('manifest').description('manifests in files');
  runs<{ production?: boolean; format?: CheckFormat }>(
    manifest
      .command('check')
      .argument('<file>', 'YAML or JSON; - is standard input')
      .description('check a manifest as every instance does; every problem with line and column')
      .option('--production', 'as in production: base_url must be https')
      .addOption(
        new Option(
          '--format <format>',
          'text for people, github for annotations in GitHub Actions, sarif for code scanning',
        ).choices(['text', 'json', 'github', 'sarif']),
      ),
    async (terminal, [file = ''], options) =>
      (await import('./commands/manifest.js')).checkManifest(terminal, file, options),
  );
}

function addReleaseCommands(program: Command, runs: Runs): void {
  const release = program.command('release').description('releases of your plugins');
  runs<{ tier?: string; notes?: string; notesFile?: string; ifExists?: 'fail' | 'same' }>(
    release
      .command('submit')
      .argument('<file>', 'the manifest')
      .description('submit a release for review')
      .option('--tier <tier>', 'the tier you ask for: community, verified or private')
      .option('--notes <text>', 'what changed and how the reviewer can try it')
      .option('--notes-file <file>', 'the notes, from a file')
      .addOption(
        new Option(
          '--if-exists <what>',
          'same: a version that was submitted before with the same manifest is no failure',
        )
          .choices(['fail', 'same'])
          .default('fail'),
      ),
    async (terminal, [file = ''], options) =>
      (await import('./commands/release.js')).submitRelease(terminal, file, options),
  );
  runs(
    release
      .command('status')
      .argument('<plugin>')
      .argument('<version>')
      .description("a release with its status and the reviewer's note"),
    async (terminal, [plugin = '', version = ''], options) =>
      (await import('./commands/release.js')).showRelease(terminal, plugin, version, options),
  );
  runs<WaitOptions>(
    release
      .command('wait')
      .argument('[plugin]')
      .argument('[version]')
      .description('wait until a release is approved or published; each other end has an exit code of its own')
      .option('--from <file>', 'the release that submit --json has written, instead of plugin and version')
      .addOption(
        new Option('--until <status>', 'what to wait for').choices(['approved', 'published']).default('published'),
      )
      .option('--timeout <duration>', 'how long at most: 90s, 30m, 2h; 0 looks once', '30m')
      .addOption(
        new Option('--format <format>', 'github: what went wrong as an annotation')
          .choices(['text', 'github'])
          .default('text'),
      ),
    async (terminal, [plugin, version], options) =>
      (await import('./commands/release-wait.js')).waitForRelease(terminal, { plugin, version }, options),
  );
  runs<{ reason: string }>(
    release
      .command('withdraw')
      .argument('<plugin>')
      .argument('<version>')
      .description('take a release back before it is published')
      .requiredOption('--reason <text>', 'why'),
    async (terminal, [plugin = '', version = ''], options) =>
      (await import('./commands/release.js')).withdrawRelease(terminal, plugin, version, options),
  );
  runs<{ month?: string; csv?: boolean }>(
    program
      .command('usage')
      .description('usage of your plugins in a month, cut in Tehran time')
      .option('--month <YYYY-MM>', 'Gregorian month (default: the current one in Tehran)')
      .option('--csv', 'one line per installation, for spreadsheets and accounts'),
    async (terminal, _words, options) => (await import('./commands/usage.js')).showUsage(terminal, options),
  );
}

function addOperatorCommands(program: Command, runs: Runs): void {
  const operator = program.command('operator').description('for the staff of the operator');
  const commands = () => import('./commands/operator.js');
  const publisher = operator.command('publisher').description('publishers');
  runs(
    publisher.command('add').argument('<id>').argument('<name>').description('add a publisher'),
    async (terminal, [id = '', name = ''], options) => (await commands()).addPublisher(terminal, id, name, options),
  );
  runs(publisher.command('list').description('all publishers'), async (terminal, _words, options) =>
    (await commands()).listPublishers(terminal, options),
  );

  const key = operator.command('key').description('keys of publishers');
  runs<{ label: string; expiresAt?: string }>(
    key
      .command('issue')
      .argument('<publisher>')
      .description('issue a key; it is shown this once')
      .requiredOption('--label <label>', 'what it is for')
      .option('--expires-at <time>', 'RFC 3339, such as 2027-01-01T00:00:00Z'),
    async (terminal, [id = ''], options) => (await commands()).issueKey(terminal, id, options),
  );
  runs(
    key.command('list').argument('<publisher>').description('keys of a publisher'),
    async (terminal, [id = ''], options) => (await commands()).listKeys(terminal, id, options),
  );
  runs(
    key
      .command('revoke')
      .argument('<publisher>')
      .argument('<key>', 'id of the key')
      .description('revoke a key, at once'),
    async (terminal, [id = '', keyId = ''], options) => (await commands()).revokeKey(terminal, id, keyId, options),
  );

  const instance = operator.command('instance').description('instances of the fleet');
  const instances = () => import('./commands/instance.js');
  const credentialsFile = [
    '--credentials-file <file>',
    'where the credentials of its link go; without it they stand on stdout, this once',
  ] as const;
  runs<{ pluginApi: string; credentialsFile?: string; pinnedKeysFile?: string }>(
    instance
      .command('register')
      .alias('add')
      .argument('<id>')
      .argument('<name>')
      .description('register an instance, and get the credentials of its link to the hub')
      .requiredOption('--plugin-api <version>', 'MAJOR.MINOR that it offers')
      .option(...credentialsFile)
      .option('--pinned-keys-file <file>', 'where the keys go that it is to pin (KUSHK_PINNED_HUB_KEYS)'),
    async (terminal, [id = '', name = ''], options) =>
      (await instances()).registerInstance(terminal, id, name, options),
  );
  runs<{ credentialsFile?: string }>(
    instance
      .command('rotate')
      .argument('<id>')
      .description('new credentials for its link; the old ones end at once')
      .option(...credentialsFile),
    async (terminal, [id = ''], options) => (await instances()).rotateInstance(terminal, id, options),
  );
  runs(
    instance.command('remove').argument('<id>').description('take an instance out of the fleet; its link ends at once'),
    async (terminal, [id = ''], options) => (await instances()).removeInstance(terminal, id, options),
  );
  runs(instance.command('list').description('all instances'), async (terminal, _words, options) =>
    (await instances()).listInstances(terminal, options),
  );
}

function addDevCommands(program: Command, runs: Runs): void {
  const dev = program.command('dev').description('developing a plugin on an instance outside production');
  runs(
    dev
      .command('publish')
      .argument('<file>', 'the manifest')
      .description("put a manifest straight into an instance's catalogue, without review"),
    async (terminal, [file = ''], options) =>
      (await import('./commands/dev.js')).publishForDevelopment(terminal, file, options),
  );
  runs(
    dev.command('credentials').argument('<installation>').description('read the credentials of an installation, once'),
    async (terminal, [id = ''], options) => (await import('./commands/dev.js')).readCredentials(terminal, id, options),
  );
}

/** POSIX: the first of these that is set says it. */
function languageOf(environment: NodeJS.ProcessEnv): Language {
  const locale = [environment['LC_ALL'], environment['LC_MESSAGES'], environment['LANG']].find(
    (value) => value !== undefined && value !== '',
  );
  return locale?.toLowerCase().startsWith('fa') === true ? 'fa' : 'en';
}

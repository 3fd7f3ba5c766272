/** Defines the commands and their options. The code of a command is loaded only when it runs. */
import { Command, Option } from 'commander';
import { asTyped } from './command-name.js';
import { localHub } from './connection.js';
import { EXIT_CODES_HELP, GLOBAL_HELP, startHelp, type ExitCode } from './exit-codes.js';
import { Terminal, type Language } from './terminal.js';
import { PERSIAN_EXIT_CODES_HELP, PERSIAN_GLOBAL_HELP, persianStartHelp } from './persian-help.js';
import { translateHelp } from './help-language.js';
import type { CheckFormat } from './commands/manifest.js';
import { addDevCommands } from './dev-commands.js';
import { addMemberCommands } from './member-commands.js';
import { addOperatorReleaseCommands } from './operator-release-commands.js';
import { addAccessCodeCommands } from './access-code-commands.js';
import { addPluginCommands } from './plugin-commands.js';
import type { AddAction, GlobalOptions, Run } from './program-actions.js';
import { addInstanceCommands } from './instance-commands.js';
import { addRegistryCommands } from './registry-commands.js';
import { addReleaseCommands } from './release-commands.js';
import { addReviewCommands } from './review-commands.js';
import { addNotificationCommands } from './notification-commands.js';
import { addStoreCommands } from './store-commands.js';
import { addTrustCommands } from './trust-commands.js';
import { addUsageCommands } from './usage-commands.js';
import { VERSION } from './version.js';

/** Builds the program. `onExit` receives the exit code of the command; help and errors are in `language`. */
export function programFor(onExit: (exitCode: ExitCode) => void, language: Language = 'en'): Command {
  const program = new Command('kushk')
    .description('Publish plugins, follow their releases and operate the hub.')
    .version(VERSION, '-V, --version', 'show the version')
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .option('--json', 'print the result as one JSON document')
    .addOption(new Option('--lang <language>', 'language of messages (default: from LANG)').choices(['en', 'fa']))
    .addOption(new Option('--base-url <url>', 'address of the hub').helpGroup('Connection:'))
    .addOption(new Option('--service-origin <url>', 'address of the instance').helpGroup('Connection:'))
    .addOption(
      new Option('--key <key>', 'publisher key; prefer KUSHK_PUBLISHER_KEY, which no process list shows').helpGroup(
        'Connection:',
      ),
    )
    .addOption(new Option('--token <token>', 'bearer token of a person; prefer KUSHK_TOKEN').helpGroup('Connection:'))
    .addOption(new Option('--organisation <id>', 'organisation, for members of several').helpGroup('Connection:'))
    .addHelpText('before', () => asTyped((language === 'fa' ? persianStartHelp : startHelp)(localHub())));
  const [ofProgram, ofCommand] =
    language === 'fa' ? [PERSIAN_EXIT_CODES_HELP, PERSIAN_GLOBAL_HELP] : [EXIT_CODES_HELP, GLOBAL_HELP];
  program.addHelpText('afterAll', ({ command }) => asTyped(command === program ? ofProgram : ofCommand));

  const addAction = <Options>(command: Command, run: Run<Options>): void => {
    command.action(async () => {
      refuseOptionsOfParent(command);
      refuseUnknownCommand(command);
      const options = command.optsWithGlobals<Options & GlobalOptions>();
      onExit(await run(terminalFor(options), command.args, options));
    });
  };
  addManifestCommands(program, addAction);
  addReleaseCommands(program, addAction);
  addAccessCodeCommands(program, addAction);
  addUsageCommands(program, addAction);
  addPublisherCommands(program, addAction);
  addOperatorReleaseCommands(program, addAction);
  addRegistryCommands(program, addAction);
  addInstanceCommands(program, addAction);
  addStaffCommands(program, addAction);
  addMemberCommands(program, addAction);
  addTrustCommands(program, addAction);
  addReviewCommands(program, addAction);
  addStoreCommands(program, addAction);
  addNotificationCommands(program, addAction);
  addPluginCommands(program, addAction);
  addDevCommands(program, addAction);
  translateHelp(program, language);
  return program;
}

/**
 * Refuses an option of a command that contains this one: commander accepts it after the name of this command as well,
 * where it has no effect.
 */
function refuseOptionsOfParent(command: Command): void {
  const own = new Set(command.options.map((option) => option.attributeName()));
  for (let parent = command.parent; parent !== null && parent.parent !== null; parent = parent.parent)
    for (const option of parent.options) {
      const name = option.attributeName();
      if (parent.getOptionValueSource(name) !== 'cli' || own.has(name)) continue;
      command.error(
        `error: option '${option.long ?? option.flags}' is one of '${pathOf(parent)}', not of '${pathOf(command)}'`,
      );
    }
}

/** Commander calls a mistyped command an excess argument when the command above it does something by itself. */
function refuseUnknownCommand(command: Command): void {
  const [name] = command.args;
  if (command.commands.length > 0 && name !== undefined) command.error(`error: unknown command '${name}'`);
}

/** `kushk dev logs` */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** Creates the terminal output for these options. */
export function terminalFor({ json, lang }: Pick<GlobalOptions, 'json' | 'lang'>): Terminal {
  return new Terminal({ json: json === true, language: lang ?? languageOf(process.env) });
}

function addManifestCommands(program: Command, addAction: AddAction): void {
  const manifest = program.command('manifest').description('check manifests');
  addAction<{ production?: boolean; strict?: boolean; format?: CheckFormat; against?: 'published' }>(
    manifest
      .command('check')
      .argument('<file>', 'YAML or JSON; - is standard input')
      .description('check a manifest as an instance does, with line and column of each problem')
      .option('--production', 'check for production: base_url must be https')
      .option('--strict', 'end with exit code 1 for warnings as well')
      .addOption(
        new Option('--against <what>', 'published: also ask the hub what changes for installations').choices([
          'published',
        ]),
      )
      .addOption(
        new Option(
          '--format <format>',
          'text, json, github (annotations in GitHub Actions) or sarif (code scanning)',
        ).choices(['text', 'json', 'github', 'sarif']),
      ),
    async (terminal, [file = ''], options) =>
      (await import('./commands/manifest.js')).checkManifest(terminal, file, options),
  );
}

function addPublisherCommands(program: Command, addAction: AddAction): void {
  const operator = program.command('operator').description("for the operator's staff");
  const commands = () => import('./commands/operator-publisher.js');
  const publisher = operator.command('publisher').description('manage publishers');
  addAction(
    publisher.command('add').argument('<id>').argument('<name>').description('add a publisher'),
    async (terminal, [id = '', name = ''], options) => (await commands()).addPublisher(terminal, { id, name }, options),
  );
  addAction(publisher.command('list').description('list all publishers'), async (terminal, _args, options) =>
    (await commands()).listPublishers(terminal, options),
  );

  const key = operator.command('key').description('manage the keys of publishers');
  addAction<{ label: string; expiresAt?: string; scopes?: string; plugin?: string }>(
    key
      .command('issue')
      .argument('<publisher>')
      .description('issue a key and show it once')
      .requiredOption('--label <label>', 'purpose of the key')
      .option('--expires-at <time>', 'RFC 3339, such as 2027-01-01T00:00:00Z')
      .option('--scopes <scopes>', 'read, submit, usage, access and manage, separated by commas (default: all)')
      .option('--plugin <plugin>', 'the only plugin that the key can reach'),
    async (terminal, [id = ''], options) => (await commands()).issueKey(terminal, id, options),
  );
  addAction(
    key.command('list').argument('<publisher>').description('list the keys of a publisher'),
    async (terminal, [id = ''], options) => (await commands()).listKeys(terminal, id, options),
  );
  addAction(
    key
      .command('revoke')
      .argument('<publisher>')
      .argument('<key>', 'id of the key')
      .description('revoke a key immediately'),
    async (terminal, [id = '', keyId = ''], options) =>
      (await commands()).revokeKey(terminal, { publisher: id, key: keyId }, options),
  );
}

function addStaffCommands(program: Command, addAction: AddAction): void {
  const operator = program.commands.find((command) => command.name() === 'operator') ?? program;
  const staff = operator.command('staff').description("manage the operator's staff and their roles");
  const commands = () => import('./commands/operator-staff.js');
  const roles = 'operator, reviewer and billing, separated by commas; or none';
  addAction(
    staff.command('list').description('list all staff with their ids and roles'),
    async (terminal, _args, options) => (await commands()).listStaff(terminal, options),
  );
  addAction<{ name: string; roles: string }>(
    staff
      .command('add')
      .argument('<subject>', 'the sub claim of their access tokens')
      .description('add a person to the staff')
      .requiredOption('--name <name>', 'name of the person')
      .requiredOption('--roles <roles>', roles),
    async (terminal, [subject = ''], options) => (await commands()).addStaff(terminal, subject, options),
  );
  addAction<{ name?: string; roles?: string }>(
    staff
      .command('change')
      .argument('<id>', 'id that the list shows')
      .description('change the name or the roles of a person, from the next request on')
      .option('--name <name>', 'name of the person')
      .option('--roles <roles>', roles),
    async (terminal, [id = ''], options) => (await commands()).changeStaff(terminal, id, options),
  );
  addAction(
    staff.command('remove').argument('<id>', 'id that the list shows').description('remove a person from the staff'),
    async (terminal, [id = ''], options) => (await commands()).removeStaff(terminal, id, options),
  );
}

/** The language for help and for errors of the command line, which are printed before the options are parsed. */
export function languageFrom(args: readonly string[], environment: NodeJS.ProcessEnv): Language {
  const position = args.indexOf('--lang');
  const given =
    args.find((text) => text.startsWith('--lang='))?.slice('--lang='.length) ??
    (position === -1 ? undefined : args[position + 1]);
  if (given === 'fa' || given === 'en') return given;
  return languageOf(environment);
}

/** The POSIX locale: the first of these environment variables that is set. */
function languageOf(environment: NodeJS.ProcessEnv): Language {
  const locale = [environment['LC_ALL'], environment['LC_MESSAGES'], environment['LANG']].find(
    (value) => value !== undefined && value !== '',
  );
  return locale?.toLowerCase().startsWith('fa') === true ? 'fa' : 'en';
}

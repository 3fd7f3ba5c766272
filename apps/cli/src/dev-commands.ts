/** The commands `kushk dev …`, which work with an instance outside production. */
import type { Command } from 'commander';
import type { ApproveLocallyOptions } from './commands/dev-approve.js';
import type { ToolOptions, TriggerOptions } from './commands/dev-calls.js';
import type { LogOptions } from './commands/dev-logs.js';
import type { PageHandleOptions } from './commands/dev-handle.js';
import type { CredentialOptions } from './commands/dev.js';
import type { GiftOptions, RunningDevOptions } from './commands/dev-control.js';
import type { RecordListOptions } from './commands/dev-records.js';
import type { DevOptions } from './commands/dev-run.js';
import type { RejectOptions } from './commands/dev-waiting.js';
import type { SettingsChangeOptions } from './commands/settings.js';
import type { InstalledPluginOptions } from './dev/installed-plugin.js';
import { DEFAULT_LIMIT } from './list-limit.js';
import { collected, intoFile, type AddAction } from './program-actions.js';

export function addDevCommands(program: Command, addAction: AddAction): void {
  const dev = program
    .command('dev')
    .description('run the plugin of this folder on a local instance, and show every call');
  addAction<DevOptions>(
    dev
      .allowExcessArguments()
      .option('--manifest <file>', 'the manifest (default: the one in this folder)')
      .option('--run <command>', 'start the plugin with this command (default: the one of its folder)')
      .option('--no-run', 'do not start the plugin: it runs elsewhere')
      .option('--no-start', 'do not start a local system when none runs')
      .option('--mu <amount>', 'fill the wallet to this many MU, once at the start', '100')
      .option('--plan <key>', 'plan of the manifest (default: the first one)')
      .option('--settings <file>', 'JSON file with settings of the plugin; read again when it is saved')
      .option(
        '--set <name=value>',
        'a setting of the plugin; may be repeated. NAME=- reads a secret from standard input, or asks for it',
        collected,
      )
      // Not `--env-file`: Node takes that for itself, wherever it stands, and ends when there is no such file.
      .option(
        '--credentials-file <file>',
        'write the credentials to this file instead of starting the plugin: it runs elsewhere and polls',
      )
      .option(
        '--reinstall',
        'remove the installation first: the plugin gets new credentials and "installed" again (onInstalled)',
      ),
    async (terminal, _args, options) => (await import('./commands/dev-run.js')).develop(terminal, options),
  );
  addDevCallCommands(dev, addAction);
  addHandleCommand(dev, addAction);
  addDevPersonCommands(dev, addAction);
  addDevControlCommands(dev, addAction);
  addDevStateCommands(dev, addAction);
  addAction(
    dev
      .command('clock')
      .argument('[advance]', 'how far to move it: +30d, +36h, +10m or +1w (default: only show it)')
      .description('show the test clock of the local system, or move it forward: months close, holds expire'),
    async (terminal, [advance]) => (await import('./commands/dev-clock.js')).moveClock(terminal, advance),
  );
  addAction(
    dev
      .command('publish')
      .argument('<file>', 'the manifest')
      .description("add a manifest to an instance's store without review"),
    async (terminal, [file = ''], options) =>
      (await import('./commands/dev.js')).publishForDevelopment(terminal, file, options),
  );
  addAction<CredentialOptions>(
    intoFile(
      dev
        .command('credentials')
        .argument('<installation>')
        .description('read the credentials of an installation; works once'),
    ),
    async (terminal, [id = ''], options) => (await import('./commands/dev.js')).readCredentials(terminal, id, options),
  );
}

const ofInstallation = (command: Command): Command =>
  command
    .option('--manifest <file>', 'the manifest (default: the one in this folder)')
    .option('--installation <id>', 'installation (default: that of the plugin in this folder)');

function addDevCallCommands(dev: Command, addAction: AddAction): void {
  const commands = () => import('./commands/dev-calls.js');
  addAction<TriggerOptions>(
    ofInstallation(dev.command('trigger'))
      .argument('<event>', 'type of the event, such as plugin.ping')
      .description('send an event to the plugin and show its answer')
      .option('--data <json>', 'data of the event (default: an example of its type)'),
    async (terminal, [type = ''], options) => (await commands()).triggerEvent(terminal, type, options),
  );
  addAction<ToolOptions>(
    ofInstallation(dev.command('tool'))
      .argument('[name]', 'name of the tool; without it the tools are listed')
      .argument('[arguments]', 'arguments as a JSON object')
      .description('call a tool of the plugin as the assistant does')
      .option('--as <person>', 'admin or member of the demo organisation'),
    async (terminal, [name, args], options) =>
      name === undefined
        ? (await commands()).listTools(terminal, options)
        : (await commands()).callTool(terminal, { name, args }, options),
  );
  addAction<LogOptions>(
    ofInstallation(dev.command('logs'))
      .argument('[id]', 'a call of the list: it is shown with its complete bodies')
      .description('show the newest calls to and from the plugin, and what became of proposals and sources')
      .option('-f, --follow', 'go on with those that come'),
    async (terminal, [id], options) => (await import('./commands/dev-logs.js')).showLogs(terminal, id, options),
  );
}

function addHandleCommand(dev: Command, addAction: AddAction): void {
  addAction<PageHandleOptions>(
    ofInstallation(dev.command('handle'))
      .description("print a handle of a person for the plugin's page, for requests with curl")
      .option('--as <person>', 'admin or member of the demo organisation')
      .option('--panel <key>', 'a panel of the manifest (default: the app)')
      .option('--record <type/id>', 'the record beside which the panel is'),
    async (terminal, _args, options) => (await import('./commands/dev-handle.js')).printPageHandle(terminal, options),
  );
}

/** What the keys of `kushk dev` do, for a second terminal and for scripts, and the settings. */
function addDevControlCommands(dev: Command, addAction: AddAction): void {
  const commands = () => import('./commands/dev-control.js');
  const ofManifest = (command: Command): Command =>
    command.option('--manifest <file>', 'the manifest (default: the one in this folder)');
  addAction<RunningDevOptions>(
    ofManifest(dev.command('restart')).description(
      'let the "kushk dev" that runs for this folder start the plugin again, as its key r',
    ),
    async (terminal, _args, options) => (await commands()).controlRunningDev(terminal, 'restart', options),
  );
  addAction<RunningDevOptions>(
    ofManifest(dev.command('stop')).description('end the "kushk dev" that runs for this folder, as its key q'),
    async (terminal, _args, options) => (await commands()).controlRunningDev(terminal, 'stop', options),
  );
  addAction<GiftOptions>(
    ofInstallation(dev.command('gift'))
      .argument('[mu]', 'amount of MU (default: 100)')
      .description('give MU to the wallet of the installation, as the key g'),
    async (terminal, [mu], options) => (await commands()).giveMu(terminal, mu, options),
  );
  addAction<SettingsChangeOptions>(
    ofInstallation(dev.command('settings'))
      .argument(
        '[assignments...]',
        'NAME=VALUE, or /OBJECT/NAME=VALUE inside an object; NAME=- reads a secret from standard input, or asks for it',
      )
      .description('show the settings of the installation, or change some of them')
      .option('--file <file>', 'JSON file whose values replace those of the same name; - is standard input')
      .option('--set <name=value>', 'the same as NAME=VALUE; may be repeated', collected)
      .option('--unset <name>', 'remove a setting; may be repeated', collected),
    async (terminal, assignments, options) =>
      (await import('./commands/settings.js')).changeSettings(terminal, { assignments, consents: true }, options),
  );
}

/** States that a plugin must survive and that nothing else brings about. */
function addDevStateCommands(dev: Command, addAction: AddAction): void {
  const commands = () => import('./commands/dev-states.js');
  addAction<InstalledPluginOptions>(
    ofInstallation(dev.command('resend'))
      .argument('<event>', 'id of the event, as "kushk dev logs" shows it')
      .description('send a stored event again, with its id and its body'),
    async (terminal, [id = ''], options) => (await commands()).resendEvent(terminal, id, options),
  );
  addAction<InstalledPluginOptions>(
    ofInstallation(dev.command('resume-deliveries')).description(
      'send events and lifecycle calls again after the plugin has answered 410, and close open circuits',
    ),
    async (terminal, _args, options) => (await commands()).resumeOwnDeliveries(terminal, options),
  );
  addAction<InstalledPluginOptions>(
    ofInstallation(dev.command('rotate')).description('renew token and signing secret, as an admin does'),
    async (terminal, _args, options) => (await commands()).rotateCredentials(terminal, options),
  );
  addAction<InstalledPluginOptions>(
    ofInstallation(dev.command('down'))
      .argument('<duration>', 'how long, such as 10m; 0 ends it')
      .description('make the calls to the plugin fail, as if it could not be reached'),
    async (terminal, [duration = ''], options) => (await commands()).makeUnreachable(terminal, duration, options),
  );
}

/** What people of the organisation and the reviewer do with a plugin, and the records that it keeps. */
function addDevPersonCommands(dev: Command, addAction: AddAction): void {
  const waiting = () => import('./commands/dev-waiting.js');
  addAction<RejectOptions>(
    ofInstallation(dev.command('apply'))
      .argument('[id]', 'proposal or source (default: the one that waits)')
      .description('apply a proposal of the plugin, or accept a source, as a person does with a click')
      .option('--all', 'every proposal that waits; one whose fields were edited since is left'),
    async (terminal, [id], options) => (await waiting()).settleWaiting(terminal, { decision: 'apply', id }, options),
  );
  addAction<InstalledPluginOptions>(
    ofInstallation(dev.command('undo'))
      .argument('[id]', 'proposal (default: the one that was applied last)')
      .description('undo a proposal within 30 seconds after you applied it: the record gets its former values back'),
    async (terminal, [id], options) => (await waiting()).undoProposal(terminal, id, options),
  );
  addAction<RejectOptions>(
    ofInstallation(dev.command('reject'))
      .argument('[id]', 'proposal or source (default: the one that waits)')
      .description('reject a proposal of the plugin, or dismiss a source')
      .option('--reason <text>', 'why; the plugin reads it in the event')
      .option('--all', 'every proposal that waits'),
    async (terminal, [id], options) => (await waiting()).settleWaiting(terminal, { decision: 'reject', id }, options),
  );
  addAction<InstalledPluginOptions>(
    ofInstallation(dev.command('reason'))
      .argument('<reason>', 'why the proposal was rejected')
      .argument('[id]', 'proposal (default: the one that was rejected last without a reason)')
      .description('add the reason of a rejection later: its event comes again with a higher revision'),
    async (terminal, [reason = '', id], options) =>
      (await waiting()).explainRejection(terminal, { reason, id }, options),
  );
  addAction<RecordListOptions>(
    ofInstallation(dev.command('records'))
      .argument('[type]', 'record type of the manifest (default: every type)')
      .description('list the records that the plugin keeps')
      .option('--limit <count>', 'at most this many', DEFAULT_LIMIT),
    async (terminal, [type], options) =>
      (await import('./commands/dev-records.js')).listPluginRecords(terminal, type, options),
  );
  addAction<ApproveLocallyOptions>(
    dev
      .command('approve')
      .argument('[plugin]', 'id of the plugin (default: that of the manifest in this folder)')
      .argument('[version]', 'version (default: that of the manifest)')
      .description('approve and publish a submitted release on the hub of the local system, as its reviewer does')
      .option('--manifest <file>', 'the manifest (default: the one in this folder)'),
    async (terminal, [pluginId, version], options) =>
      (await import('./commands/dev-approve.js')).approveLocally(terminal, { pluginId, version }, options),
  );
}

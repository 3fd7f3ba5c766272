/** The commands `kushk store …`, for the admins of an organisation. */
import type { Command } from 'commander';
import type { CredentialOptions } from './commands/dev.js';
import type { InstalledOptions, StoreListOptions } from './commands/store.js';
import type { InstallOptions, UpdateOptions } from './commands/store-install.js';
import type { FollowOptions, InstallationStep, RemoveOptions } from './commands/store-installation.js';
import { DEFAULT_LIMIT } from './list-limit.js';
import type { SettingsChangeOptions } from './commands/settings.js';
import { collected, intoFile, type AddAction } from './program-actions.js';
import { addWalletCommands } from './store-wallet-commands.js';

export function addStoreCommands(program: Command, addAction: AddAction): void {
  const store = program.command('store').description('for admins: install plugins and look after them');
  const commands = () => import('./commands/store.js');
  addAction<StoreListOptions>(
    store
      .command('list')
      .description('list the plugins that can be installed')
      .option('--search <text>', 'what their names, summaries or ids contain')
      .option('--tier <tier>', 'community, verified or private')
      .option('--sort <order>', 'name or newest')
      .option('--limit <count>', 'at most this many', DEFAULT_LIMIT),
    async (terminal, _args, options) => (await commands()).listStore(terminal, options),
  );
  addAction(
    store
      .command('show')
      .argument('<plugin>')
      .argument('[version]', 'the highest one when it is left out')
      .description('show a plugin: where it runs, its scopes with reasons, and what it costs'),
    async (terminal, [pluginId = '', version], options) =>
      (await commands()).showPlugin(terminal, { pluginId, version }, options),
  );
  addAction<InstalledOptions>(
    store
      .command('installed')
      .description('list the installations with their status and the health of their calls')
      .option('--search <text>', 'what their names, summaries or ids contain')
      .option('--status <status>', 'pending, installed, consent_pending, paused or suspended'),
    async (terminal, _args, options) => (await commands()).listInstalled(terminal, options),
  );
  addAction(
    store
      .command('access')
      .argument('<code>', 'the access code of a publisher, ka_…')
      .description('enter an access code, so that its private plugin is in the store of the organisation'),
    async (terminal, [code = ''], options) =>
      (await import('./commands/access-code.js')).enterAccessCode(terminal, code, options),
  );
  addInstallCommands(store, addAction);
  addPlanCommand(store, addAction);
  addWalletCommands(store, addAction);
  addVersionCommands(store, addAction);
  addSettingsCommand(store, addAction);
  addStepCommands(store, addAction);
  addCallCommands(store, addAction);
  addContainerCommands(store, addAction);
}

/** What repairs the calls to a plugin. */
function addCallCommands(store: Command, addAction: AddAction): void {
  addAction<CredentialOptions>(
    intoFile(
      store
        .command('credentials')
        .argument('<installation>')
        .description('read the credentials of a plugin that polls its events, as lines of a .env file; works once'),
    ),
    async (terminal, [id = ''], options) => (await import('./commands/dev.js')).readCredentials(terminal, id, options),
  );
  addAction(
    store
      .command('resend')
      .argument('<installation>')
      .description('send the calls that the plugin has not accepted again now, before their next attempt'),
    async (terminal, [id = ''], options) =>
      (await import('./commands/store-resend.js')).resendCalls(terminal, id, options),
  );
  addAction(
    store
      .command('resume-deliveries')
      .argument('<installation>')
      .description('send events and lifecycle calls again after the plugin has answered 410, and close open circuits'),
    async (terminal, [id = ''], options) =>
      (await import('./commands/store-resend.js')).resumeDeliveries(terminal, id, options),
  );
}

function addInstallCommands(store: Command, addAction: AddAction): void {
  const withConsent = (command: Command): Command =>
    command
      .option('--plan <key>', 'plan of the manifest; needed when it has any')
      .option('--settings <file>', 'JSON file with the settings; - is standard input')
      .option(
        '--set <name=value>',
        'a setting; may be repeated. NAME=- reads a secret from standard input, or asks for it',
        collected,
      )
      .option('--accept-scopes <scopes>', 'consent: exactly the scopes that it asks for, separated by commas; or none')
      .option('--accept-base-url <url>', 'consent: the address that receives its data, of an external plugin')
      .option('--accept-egress <destinations>', 'consent: what a container may reach, separated by commas; or none');
  const commands = () => import('./commands/store-install.js');
  addAction<InstallOptions>(
    withConsent(store.command('install').argument('<plugin>'))
      .argument('[version]', 'the highest one when it is left out')
      .description('install a plugin; without the flags of the consent it shows what they would accept'),
    async (terminal, [pluginId = '', version], options) =>
      (await commands()).installPlugin(terminal, { pluginId, version }, options),
  );
  addAction<UpdateOptions>(
    withConsent(store.command('update').argument('<installation>'))
      .argument('[version]', 'the version to which you consent')
      .description('show the version that waits for consent; with the flags of the consent, install it')
      .option('--decline', 'decline this version'),
    async (terminal, [id = '', version], options) =>
      (await commands()).updateInstallation(terminal, { id, version }, options),
  );
}

function addPlanCommand(store: Command, addAction: AddAction): void {
  addAction(
    store
      .command('plan')
      .argument('<installation>')
      .argument('[plan]', 'the key of a plan')
      .description('show the plans of an installation, or give it another one'),
    async (terminal, [id = '', plan], options) =>
      (await import('./commands/store-plan.js')).choosePlan(terminal, { id, plan }, options),
  );
}

function addVersionCommands(store: Command, addAction: AddAction): void {
  const commands = () => import('./commands/store-installation.js');
  addAction(
    store
      .command('move')
      .argument('<installation>')
      .argument('<version>', 'the version that "kushk store update" shows')
      .description('move to a version that the installation does not follow by itself, such as while it is pinned'),
    async (terminal, [id = '', version = ''], options) =>
      (await commands()).moveInstallation(terminal, { id, version }, options),
  );
  addAction(
    store
      .command('reopen')
      .argument('<installation>')
      .argument('<version>', 'a version that was declined')
      .description('take back the decision to decline a version, which is then offered again'),
    async (terminal, [id = '', version = ''], options) =>
      (await commands()).reopenVersion(terminal, { id, version }, options),
  );
  addAction<FollowOptions>(
    store
      .command('follow')
      .argument('<installation>')
      .argument('[updates]', 'auto follows new versions; manual pins the version')
      .description('choose which versions an installation follows')
      .option('--channel <channel>', 'stable, or beta with pre-releases'),
    async (terminal, [id = '', follow], options) =>
      (await commands()).changeFollowing(terminal, { id, follow }, options),
  );
}

function addSettingsCommand(store: Command, addAction: AddAction): void {
  addAction<Omit<SettingsChangeOptions, 'installation'>>(
    store
      .command('settings')
      .argument('<installation>')
      .argument(
        '[assignments...]',
        'NAME=VALUE, or /OBJECT/NAME=VALUE inside an object; NAME=- reads a secret from standard input, or asks for it',
      )
      .description('show the settings of an installation, or change some of them')
      .option('--file <file>', 'JSON file whose values replace those of the same name; - is standard input')
      .option('--set <name=value>', 'the same as NAME=VALUE; may be repeated', collected)
      .option('--unset <name>', 'remove a setting; may be repeated', collected),
    async (terminal, [installation = '', ...assignments], options) =>
      (await import('./commands/settings.js')).changeSettings(
        terminal,
        { assignments, consents: false },
        { ...options, installation },
      ),
  );
}

function addStepCommands(store: Command, addAction: AddAction): void {
  const steps: readonly (readonly [InstallationStep, string])[] = [
    ['pause', 'pause an installation'],
    ['resume', 'resume a paused installation'],
    ['reconnect', 'give a plugin that has lost its credentials new ones; the old ones stop at once'],
  ];
  for (const [step, description] of steps)
    addAction(
      store.command(step).argument('<installation>').description(description),
      async (terminal, [id = ''], options) =>
        (await import('./commands/store-installation.js')).changeInstallation(terminal, { id, step }, options),
    );
  addAction<RemoveOptions>(
    store
      .command('remove')
      .argument('<installation>')
      .description('remove an installation for ever: its token stops working, and nobody can read its records any more')
      .option('--yes', 'remove it without a question; needed where there is no terminal'),
    async (terminal, [id = ''], options) =>
      (await import('./commands/store-installation.js')).removeInstallation(terminal, id, options),
  );
}

function addContainerCommands(store: Command, addAction: AddAction): void {
  const commands = () => import('./commands/store-container.js');
  const ofInstallation = (name: string): Command => store.command(name).argument('<installation>');
  addAction(
    ofInstallation('container').description('show a container: state, restarts, memory, image and denied connections'),
    async (terminal, [id = ''], options) => (await commands()).showContainer(terminal, id, options),
  );
  addAction(
    ofInstallation('log').description('print the last 1,000 lines that a container wrote'),
    async (terminal, [id = ''], options) => (await commands()).showContainerLog(terminal, id, options),
  );
  addAction(
    ofInstallation('restart').description('restart a container; its volume stays'),
    async (terminal, [id = ''], options) => (await commands()).restartContainer(terminal, id, options),
  );
}

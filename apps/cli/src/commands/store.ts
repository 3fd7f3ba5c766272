/** `kushk store list`, `show` and `installed`: what an organisation can install, and what it has installed. */
import type {
  ChannelHealth,
  ContainerResource,
  InstallationHealth,
  ListingResource,
  ListingSummary,
  TitledInstallation,
} from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { adminConnection, type Connection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { limitOf } from '../list-limit.js';
import { listFrom } from '../list-all.js';
import { pointerOf } from '../schema-example/json-pointer.js';
import { declaredRows, neededSettings, settingsSchema } from '../settings/setting-lines.js';
import { printable, table, type Terminal } from '../terminal.js';
import { capabilitiesOf, capabilityLines, paragraph, section, textIn } from './manifest-lines.js';
import { credentialsLine, declinedLines } from './store-installation.js';
import { consentFlags, consentTo, hasPlace, settingFlags, shellWord } from './store-consent.js';

/** How many healths are read at a time. */
const PARALLEL_READS = 4;

export interface StoreListOptions extends ConnectionFlags {
  readonly search?: string;
  readonly tier?: string;
  readonly sort?: string;
  readonly limit: string;
}
export interface InstalledOptions extends ConnectionFlags {
  readonly search?: string;
  readonly status?: string;
}
interface InstallationWithHealth extends TitledInstallation {
  readonly health: InstallationHealth;
  /** Null for a plugin that its publisher hosts. */
  readonly container: ContainerResource | null;
}
export interface PluginName {
  readonly pluginId: string;
  readonly version: string | undefined;
}

export async function listStore(terminal: Terminal, options: StoreListOptions): Promise<ExitCode> {
  const query = filtersOf({ q: options.search, tier: options.tier, sort: options.sort });
  const list = await listFrom<ListingSummary>(terminal, {
    connection: adminConnection(options),
    path: `/instance/v1/store${query}`,
    limit: limitOf(options.limit),
  });
  const columns = [
    terminal.translate`plugin`,
    terminal.translate`version`,
    terminal.translate`tier`,
    terminal.translate`publisher`,
    terminal.translate`installed`,
    terminal.translate`name`,
  ];
  const rows = list.items.map((item) => [
    item.plugin_id,
    item.version,
    item.tier,
    item.publisher,
    item.installation?.version ?? '-',
    textIn(terminal, item.names),
  ]);
  terminal.result(list, rows.length === 0 ? [terminal.translate`no plugin found`] : table([columns, ...rows]));
  if (list.has_more && !terminal.json)
    terminal.note(terminal.translate`there are more: raise --limit, or use --search`);
  return EXIT.ok;
}

/** The filters that are given, as a query string. */
function filtersOf(filters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(filters).filter((filter): filter is [string, string] => filter[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

export async function showPlugin(terminal: Terminal, name: PluginName, options: ConnectionFlags): Promise<ExitCode> {
  const listing = await readListing(terminal, adminConnection(options), name);
  terminal.result(listing, [...listingLines(terminal, listing), ...nextLines(terminal, listing)]);
  return EXIT.ok;
}

export function readListing(
  terminal: Terminal,
  connection: Connection,
  { pluginId, version }: PluginName,
): Promise<ListingResource> {
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
  return terminal.withProgress(
    terminal.translate`Reading`,
    send<ListingResource>(connection, {
      method: 'GET',
      path: `${pathOf`/instance/v1/store/${pluginId}`}${query}`,
      language: terminal.language,
      expectedFields: ['plugin_id', 'version', 'manifest'],
    }),
  );
}

/** What an admin reads before an installation. */
export function listingLines(terminal: Terminal, listing: ListingResource): string[] {
  return [
    `${terminal.paint('bold', printable(textIn(terminal, listing.names)))} (${printable(`${listing.plugin_id}@${listing.version}`)})`,
    ...table([
      [`  ${terminal.translate`publisher`}`, listing.publisher],
      [`  ${terminal.translate`tier`}`, listing.tier],
      [`  ${terminal.translate`published`}`, listing.published_at],
    ]),
    ...paragraph(terminal.translate`what it does`, textIn(terminal, listing.summaries)),
    ...capabilityLines(terminal, capabilitiesOf(listing.manifest)),
    ...section(terminal.translate`settings`, declaredRows(terminal, settingsSchema(listing.manifest))),
  ];
}

function nextLines(terminal: Terminal, listing: ListingResource): readonly string[] {
  if (listing.unavailable !== null)
    return [terminal.translate`it cannot be installed here: this instance runs no containers`];
  if (listing.installation_id !== null)
    return [terminal.translate`installed as ${listing.installation_id}: "kushk store installed" shows its state`];
  const [plan] = listing.plans;
  const flags = consentFlags(consentTo(capabilitiesOf(listing.manifest)));
  const schema = settingsSchema(listing.manifest);
  const settings = settingFlags(
    schema,
    neededSettings(schema).map((name) => pointerOf([name])),
  );
  const planText = plan === undefined ? '' : `--plan ${shellWord(plan.key)}`;
  const words = [listing.plugin_id, listing.version, planText, flags, settings];
  const command = printable(words.filter((word) => word !== '').join(' '));
  return [
    hasPlace(settings)
      ? terminal.translate`next: "kushk store install ${command}" consents to this and installs it, with your value in place of each VALUE`
      : terminal.translate`next: "kushk store install ${command}" consents to this and installs it`,
  ];
}

export async function listInstalled(terminal: Terminal, options: InstalledOptions): Promise<ExitCode> {
  const connection = adminConnection(options);
  const { items: all } = await listFrom<TitledInstallation>(terminal, {
    connection,
    path: `/instance/v1/installations${filtersOf({ q: options.search, status: options.status })}`,
  });
  const present = all.filter(({ status }) => status !== 'removed');
  const items = await terminal.withProgress(terminal.translate`Reading`, withHealth(terminal, connection, present));
  const columns = [
    terminal.translate`installation`,
    terminal.translate`plugin`,
    terminal.translate`version`,
    terminal.translate`status`,
    terminal.translate`plan`,
    terminal.translate`calls to the plugin`,
  ];
  const rows = items.map((item) => [
    item.installation_id,
    item.plugin_id,
    item.version_pending === null ? item.version : `${item.version} → ${item.version_pending}`,
    item.status,
    item.plan ?? '-',
    [...containerTexts(terminal, item.container), healthText(terminal, item.health)].join('; '),
  ]);
  terminal.result({ items }, [
    ...(rows.length === 0 ? [terminal.translate`no installations`] : table([columns, ...rows])),
    ...items.flatMap((item) => [
      ...updateLines(terminal, item),
      ...declinedLines(terminal, item),
      ...repairLines(terminal, item),
    ]),
  ]);
  return EXIT.ok;
}

/**
 * An update to a version that runs elsewhere, while its plugin has not accepted its credentials, or after it has not.
 */
function updateLines(terminal: Terminal, item: InstallationWithHealth): readonly string[] {
  const { installation_id: id, version_moving: moving, version_failed: failed, version } = item;
  if (moving !== null)
    return [
      terminal.translate`${id} moves to ${moving.version}, when its plugin accepts the credentials or an admin has read them; without that by ${moving.gives_up_at} it stays at ${version}`,
    ];
  if (failed === null) return [];
  const reason = printable(failed.reason);
  return [
    terminal.translate`${id} stayed at ${version}: the plugin of ${failed.version} did not accept its credentials (${reason}); "kushk store update ${id}" tries again`,
  ];
}

/** The state of a container that does not run as it should, with the first words of the reason. */
function containerTexts(terminal: Terminal, container: ContainerResource | null): readonly string[] {
  if (container === null) return [];
  const { state, reason, failed_version: failed } = container;
  const failure = failed === null ? [] : [terminal.translate`${failed.version} failed: ${firstWords(failed.reason)}`];
  if (state !== 'failing' && state !== 'restarting') return failure;
  return [terminal.translate`container ${state}: ${firstWords(reason ?? '-')}`, ...failure];
}

const FIRST_WORDS_CHARACTERS = 60;

function firstWords(text: string): string {
  const line = printable(text);
  return line.length <= FIRST_WORDS_CHARACTERS ? line : `${line.slice(0, FIRST_WORDS_CHARACTERS - 1)}…`;
}

/** What to do about calls that the plugin does not accept, and when the next attempt comes by itself. */
function repairLines(terminal: Terminal, installation: InstallationWithHealth): readonly string[] {
  const { installation_id: id, credentials_until, health } = installation;
  if (credentials_until) return [credentialsLine(terminal, id, credentials_until)];
  if (health.events.state === 'silent')
    return [
      terminal.translate`next: the plugin of ${id} polls its events, and has not: its operator must see to it that it runs with the credentials of this installation`,
    ];
  const bad = [health.lifecycle, health.events].filter(({ state }) => state !== 'ok');
  if (bad.length === 0) return [];
  if (bad.some(({ ended_by }) => ended_by === 'resume'))
    return [
      terminal.translate`next: the plugin has answered 410, or the attempts have ended; when that is corrected, "kushk store resume-deliveries ${id}" sends the calls again`,
    ];
  const [next] = bad
    .map(({ next_attempt_at: at }) => at)
    .filter((at) => at !== null)
    .sort();
  const isAnswered = bad.some(({ last_error }) => last_error !== null && last_error.status !== null);
  return [
    ...(next === undefined ? [] : [terminal.translate`the next attempt for ${id} comes by itself at ${next}`]),
    isAnswered
      ? terminal.translate`next: the plugin's own log says why it refused; when that is corrected, "kushk store resend ${id}" sends the calls again at once`
      : terminal.translate`next: start the plugin at the base_url of its manifest; then "kushk store resend ${id}" sends the calls again at once`,
  ];
}

async function withHealth(
  { language }: Terminal,
  connection: Connection,
  installations: readonly TitledInstallation[],
): Promise<readonly InstallationWithHealth[]> {
  const found: InstallationWithHealth[] = [];
  for (let start = 0; start < installations.length; start += PARALLEL_READS) {
    const reads = installations.slice(start, start + PARALLEL_READS).map(async (installation) => {
      const path = pathOf`/instance/v1/installations/${installation.installation_id}`;
      const read = <Body>(part: string) => send<Body>(connection, { method: 'GET', path: `${path}/${part}`, language });
      const health = await read<InstallationHealth>('health');
      const container = installation.kind === 'instance' ? await read<ContainerResource>('container') : null;
      return { ...installation, health, container };
    });
    found.push(...(await Promise.all(reads)));
  }
  return found;
}

/** The channels that are not well, with the last error of each. */
function healthText(terminal: Terminal, { lifecycle, events, tools }: InstallationHealth): string {
  const channels: readonly (readonly [string, ChannelHealth])[] = [
    ['lifecycle', lifecycle],
    ['events', events],
    ['tools', tools],
  ];
  const bad = channels.filter(([, { state }]) => state !== 'ok');
  if (bad.length === 0) return terminal.translate`ok`;
  return bad
    .map(([name, { state, last_error: error, last_success_at: at }]) => {
      if (state !== 'silent') return `${name} ${state}: ${errorText(error)}`;
      return at === null
        ? terminal.translate`${name} silent: never polled`
        : terminal.translate`${name} silent: last poll ${at}`;
    })
    .join('; ');
}

/** The HTTP status with which the plugin answered, else why it did not answer. */
function errorText(error: ChannelHealth['last_error']): string {
  if (error === null) return '-';
  return error.status === null ? error.error : `HTTP ${error.status}`;
}

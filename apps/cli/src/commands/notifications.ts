/** `kushk notifications list`, `read` and `preferences`, and the same of `kushk operator notifications`. */
import type { HubNotificationResource, NotificationPreference, NotificationResource } from '@kushk/contracts';
import { send } from '../api.js';
import { adminConnection, operatorConnection, type Connection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listFrom } from '../list-all.js';
import { usageFailure } from '../failure.js';
import { limitOf } from '../list-limit.js';
import { phrase } from '../phrase.js';
import { printable, table, type Terminal } from '../terminal.js';

/** A person of an organisation, or an operator or reviewer of the hub. */
export type Reader = 'person' | 'staff';
const PATHS = { person: '/instance/v1/notifications', staff: '/operator/v1/notifications' } as const;
type Listed = NotificationResource | HubNotificationResource;

function connectionOf(who: Reader, flags: ConnectionFlags): Connection {
  return who === 'person' ? adminConnection(flags) : operatorConnection(flags);
}

export async function listNotifications(
  terminal: Terminal,
  who: Reader,
  options: ConnectionFlags & { readonly limit: string },
): Promise<ExitCode> {
  const list = await listFrom<Listed>(terminal, {
    connection: connectionOf(who, options),
    path: PATHS[who],
    limit: limitOf(options.limit),
  });
  const columns = [
    terminal.translate`time`,
    terminal.translate`kind`,
    terminal.translate`about`,
    terminal.translate`read`,
  ];
  const rows = list.items.map((item) => [
    item.at,
    item.kind,
    'publisher_id' in item ? aboutOnHub(item) : aboutOf(item),
    item.read ? terminal.translate`yes` : terminal.translate`no`,
  ]);
  terminal.result(list, rows.length === 0 ? [terminal.translate`no notifications`] : table([columns, ...rows]));
  return EXIT.ok;
}

/** What the other commands take, with the figures of the kind. */
function aboutOf(item: NotificationResource): string {
  const { proposal_id, installation_id, count, summary, version, service, available } = item;
  const parts = [proposal_id ?? installation_id, count, summary && printable(summary), version, service, available];
  return parts.filter((part) => part !== null && part !== undefined).join(' ');
}

function aboutOnHub({ plugin_id, version, publisher_id, key_id, instance_id, expires_at }: HubNotificationResource) {
  const parts = plugin_id === null ? [publisher_id, key_id, instance_id, expires_at] : [plugin_id, version];
  return parts.filter((part) => part !== null).join(' ');
}

export async function readNotifications(
  terminal: Terminal,
  who: Reader,
  { until, ...options }: ConnectionFlags & { readonly until?: string },
): Promise<ExitCode> {
  const read = await terminal.withProgress(
    terminal.translate`Changing`,
    send<{ readonly read_until: string }>(connectionOf(who, options), {
      method: 'POST',
      path: `${PATHS[who]}/read`,
      body: { until: until ?? null },
      language: terminal.language,
    }),
  );
  terminal.result(read, [terminal.translate`read until ${read.read_until}`]);
  return EXIT.ok;
}

interface Choice {
  readonly page?: string | undefined;
  readonly email?: string | undefined;
}
interface Preferences {
  readonly kinds: Readonly<Record<string, NotificationPreference>>;
}

/** Shows what the person wants of each kind; with a kind and a choice, changes that first. */
export async function showPreferences(
  terminal: Terminal,
  { who, kind }: { readonly who: Reader; readonly kind: string | undefined },
  { page, email, ...options }: ConnectionFlags & Choice,
): Promise<ExitCode> {
  const connection = connectionOf(who, options);
  const path = `${PATHS[who]}/preferences`;
  const { language } = terminal;
  let preferences = await terminal.withProgress(
    terminal.translate`Reading`,
    send<Preferences>(connection, { method: 'GET', path, language, expectedFields: ['kinds'] }),
  );
  if (kind !== undefined || page !== undefined || email !== undefined) {
    const body = { kinds: withChoice(preferences.kinds, kind, { page, email }) };
    preferences = await terminal.withProgress(
      terminal.translate`Changing`,
      send<Preferences>(connection, { method: 'PUT', path, body, language, expectedFields: ['kinds'] }),
    );
  }
  const rows = Object.entries(preferences.kinds).map(([name, wanted]) => [
    name,
    wanted.page ? terminal.translate`yes` : terminal.translate`no`,
    wanted.email,
  ]);
  terminal.result(
    preferences,
    table([[terminal.translate`kind`, terminal.translate`on the page`, terminal.translate`by e-mail`], ...rows]),
  );
  return EXIT.ok;
}

/** Reading comes first, because what is sent replaces the preferences of all kinds. */
function withChoice(
  kinds: Preferences['kinds'],
  kind: string | undefined,
  { page, email }: Choice,
): Preferences['kinds'] {
  if (kind === undefined || !Object.hasOwn(kinds, kind)) {
    const names = Object.keys(kinds).join(', ');
    throw usageFailure(phrase`a kind is one of ${names}`);
  }
  const before = kinds[kind]!;
  if (page === undefined && email === undefined) throw usageFailure(phrase`choose with --page or --email`);
  if (page !== undefined && page !== 'on' && page !== 'off') throw usageFailure(phrase`--page takes on or off`);
  if (email !== undefined && email !== 'off' && email !== 'at_once' && email !== 'daily')
    throw usageFailure(phrase`--email takes off, at_once or daily`);
  const chosen = { page: page === undefined ? before.page : page === 'on', email: email ?? before.email };
  return { ...kinds, [kind]: chosen };
}

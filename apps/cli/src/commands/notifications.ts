/** `kushk notifications list` and `kushk notifications read`. */
import type { NotificationResource } from '@kushk/contracts';
import { send } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listFrom } from '../list-all.js';
import { limitOf } from '../list-limit.js';
import { printable, table, type Terminal } from '../terminal.js';

const PATH = '/instance/v1/notifications';

export async function listNotifications(
  terminal: Terminal,
  options: ConnectionFlags & { readonly limit: string },
): Promise<ExitCode> {
  const connection = adminConnection(options);
  const list = await listFrom<NotificationResource>(terminal, {
    connection,
    path: PATH,
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
    aboutOf(item),
    item.read ? terminal.translate`yes` : terminal.translate`no`,
  ]);
  terminal.result(list, rows.length === 0 ? [terminal.translate`no notifications`] : table([columns, ...rows]));
  return EXIT.ok;
}

/** What the other commands take, with the figures of the kind. */
function aboutOf({ proposal_id, installation_id, count, summary, version, available }: NotificationResource): string {
  const parts = [proposal_id ?? installation_id, count, summary && printable(summary), version, available];
  return parts.filter((part) => part !== null).join(' ');
}

export async function readNotifications(
  terminal: Terminal,
  { until, ...options }: ConnectionFlags & { readonly until?: string },
): Promise<ExitCode> {
  const read = await terminal.withProgress(
    terminal.translate`Changing`,
    send<{ readonly read_until: string }>(adminConnection(options), {
      method: 'POST',
      path: `${PATH}/read`,
      body: { until: until ?? null },
      language: terminal.language,
    }),
  );
  terminal.result(read, [terminal.translate`read until ${read.read_until}`]);
  return EXIT.ok;
}

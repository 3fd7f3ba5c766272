/** `kushk release list`: whose key it is, the plugins with their newest release, or the releases of one plugin. */
import type { KeyResource, PluginSummary, PublisherResource, ReleaseSummary } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { publisherConnection, type Connection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable, table, type Terminal } from '../terminal.js';

const PAGE_ITEMS = 200;

interface KeyOwner {
  readonly publisher: Pick<PublisherResource, 'id' | 'name'>;
  readonly key: Pick<KeyResource, 'label' | 'last4'>;
}
interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** Lists the newest release of each plugin; with `pluginId` all releases of this plugin, newest submission first. */
export async function listReleases(
  terminal: Terminal,
  pluginId: string | undefined,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const connection = publisherConnection(options);
  const read = async (): Promise<{ readonly owner: KeyOwner; readonly releases: readonly ReleaseSummary[] }> => {
    const owner = await get<KeyOwner>(terminal, connection, '/developer/v1/me');
    return { owner, releases: await releasesOf(terminal, connection, pluginId) };
  };
  const { owner, releases } = await terminal.withProgress(terminal.translate`Reading`, read());
  const { publisher, key } = owner;
  terminal.result({ publisher, items: releases }, [
    terminal.translate`publisher ${printable(publisher.id)}, key "${printable(key.label)}" …${key.last4}`,
    ...(releases.length === 0
      ? [terminal.translate`no releases yet: "kushk release submit FILE" submits the first one`]
      : table([
          [
            terminal.translate`plugin`,
            terminal.translate`version`,
            terminal.translate`status`,
            terminal.translate`submitted`,
          ],
          ...releases.map(({ plugin_id, version, status, submitted_at }) => [
            plugin_id,
            version,
            status,
            submitted_at ?? '',
          ]),
        ])),
  ]);
  return EXIT.ok;
}

async function releasesOf(
  terminal: Terminal,
  connection: Connection,
  pluginId: string | undefined,
): Promise<readonly ReleaseSummary[]> {
  if (pluginId !== undefined)
    return allPages<ReleaseSummary>(terminal, connection, pathOf`/developer/v1/plugins/${pluginId}/releases`);
  const plugins = await allPages<PluginSummary>(terminal, connection, '/developer/v1/plugins/summaries');
  return plugins.map(({ newest }) => newest);
}

async function allPages<Item>(terminal: Terminal, connection: Connection, path: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor = ''; ;) {
    const page = await get<PageOf<Item>>(terminal, connection, `${path}?limit=${PAGE_ITEMS}${cursor}`);
    items.push(...page.items);
    if (page.next_cursor === null) return items;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

function get<Reply>({ language }: Terminal, connection: Connection, path: string): Promise<Reply> {
  return send<Reply>(connection, { method: 'GET', path, language });
}

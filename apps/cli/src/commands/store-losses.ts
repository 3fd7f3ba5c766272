/** What a removal costs, in numbers: the MU of the wallet and the records of the plugin. */
import type { WalletResource } from '@kushk/contracts';
import { pathOf } from '../api.js';
import { adminConnection, type Connection, type ConnectionFlags } from '../connection.js';
import { waitingItems } from '../dev/dev-feed.js';
import { InstanceClient } from '../dev/instance-client.js';
import { listFrom } from '../list-all.js';
import type { Terminal } from '../terminal.js';

/** Further records are not counted. */
const MOST_RECORDS = 1_000;

/**
 * A number that cannot be read is left out: an installation that is still pending has no wallet, and in production no
 * list of the records exists.
 */
export async function lossLines(terminal: Terminal, id: string, options: ConnectionFlags): Promise<readonly string[]> {
  const connection = adminConnection(options);
  const client = new InstanceClient(connection, terminal.language);
  const wallet = await client.wallet(id).catch(() => null);
  const records = await countRecords(terminal, { client, connection, id }).catch(() => null);
  const waiting = await countWaiting(terminal, client, id).catch(() => null);
  return [...(wallet === null ? [] : walletLines(terminal, wallet)), records, waiting].filter((line) => line !== null);
}

/** Null when nothing waits. */
async function countWaiting(terminal: Terminal, client: InstanceClient, id: string): Promise<string | null> {
  const { plugin_id: pluginId } = await client.installation(id);
  const { length } = await waitingItems(client, { id, pluginId });
  return length === 0
    ? null
    : terminal.translate`proposals and sources that wait for a decision: ${length}; they stay in the inbox, where people can still settle them, and no event reports that`;
}

function walletLines(terminal: Terminal, { remaining }: WalletResource): readonly string[] {
  const { gifted, purchased } = remaining;
  return [
    terminal.translate`lost for ever: ${gifted} MU that were a gift`,
    ...(purchased === '0' ? [] : [terminal.translate`kept for the next installation: ${purchased} purchased MU`]),
  ];
}

async function countRecords(
  terminal: Terminal,
  { client, connection, id }: { readonly client: InstanceClient; readonly connection: Connection; readonly id: string },
): Promise<string> {
  const types = (await client.manifest(id)).records ?? [];
  let count = 0;
  for (const { type } of types) {
    if (count >= MOST_RECORDS) break;
    const path = pathOf`/instance/v1/dev/installations/${id}/records/${type}`;
    const { items } = await listFrom<unknown>(terminal, { connection, path, limit: MOST_RECORDS - count });
    count += items.length;
  }
  return count < MOST_RECORDS
    ? terminal.translate`lost for ever: ${count} records of the plugin`
    : terminal.translate`lost for ever: ${count} records of the plugin or more`;
}

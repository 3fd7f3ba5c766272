/** A whole system whose tables are filled: its ids, its callers, and what its processes cost. */
import { hashCredential, newCredential } from '@kushk/credentials';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { domainServices } from '../../run/start/addresses.js';
import { loadSecrets } from '../../run/start/secrets.js';
import type { WholeSystem } from '../bench/whole-system.js';
import { copyRows, type CopiedRows } from './copied-rows.js';
import { demo, demoIds, type DemoIds } from './growth-data.js';
import { growthRequests, type GrowthRequest } from './growth-requests.js';
import { records } from './growth-records.js';
import { tenants } from './growth-tenants.js';

/** The roles of the services in PostgreSQL. */
export const roles: readonly string[] = domainServices;

/** The demo with what copies are made of, before it grows. */
export interface DemoSystem {
  readonly ids: DemoIds;
  readonly copies: readonly CopiedRows[];
  readonly requests: (system: WholeSystem) => Promise<readonly GrowthRequest[]>;
}

/** Adds to the demo what copies need and it lacks: an open hold, reported usage, and a token that is known here. */
export async function prepareDemo(system: WholeSystem, client: pg.ClientBase): Promise<DemoSystem> {
  const token = newCredential('ki');
  const { rows } = await client.query<{ id: string }>('select stream_id as id from installation.installations');
  const installation = rows[0]!.id;
  const { pepper } = loadSecrets(join(system.dataDir, 'secrets.json'));
  await client.query(
    `update installation.installations set previous_token_hash = $1, previous_token_until = now() + interval '1 day'`,
    [hashCredential(Buffer.from(pepper, 'base64url'), token)],
  );
  const hub = system.dev.hub.base_url;
  const instance = system.dev.instances[0]!.service_origin;
  const plugin = `${instance}/i/${installation}/plugin/v1`;
  await answered(`${plugin}/wallet/holds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'growth' },
    body: JSON.stringify({ service: 'ocr.page', count: 1, ttl_seconds: 3_600 }),
  });
  const { keys } = JSON.parse(readFileSync(join(system.dataDir, 'seed.json'), 'utf8')) as {
    keys: Record<string, string>;
  };
  const developer = keys[demo.publisher]!;
  await answered(`${hub}/developer/v1/usage`, { headers: { authorization: `Bearer ${developer}` } });
  const ids = await demoIds(client);
  return {
    ids,
    copies: [...tenants(ids), ...records(ids)],
    requests: async ({ dev, tokenOf }) =>
      growthRequests(ids, {
        origins: { developer: hub, portal: hub, operator: hub, instance, plugin },
        tokens: {
          ...{ developer, plugin: token, portal: await tokenOf('publisher'), platform: await tokenOf('platform') },
          ...{ operator: dev.staff.operator_token, instance: dev.organisation.admin_token },
        },
      }),
  };
}

async function answered(url: string, request: RequestInit): Promise<void> {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

/** Settings of PostgreSQL while it is filled. A crash would lose what is only a copy. */
const FILLING = { autovacuum: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '16GB' };

/** Adds copies: as many as `to` says of each, above the `from` that were added before. */
export async function grow(
  client: pg.ClientBase,
  copies: readonly CopiedRows[],
  { from, to }: { readonly from: (full: number) => number; readonly to: (full: number) => number },
): Promise<number> {
  for (const [name, value] of Object.entries(FILLING)) await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
  let count = 0;
  for (const rows of copies) count += await copyRows(client, rows, { from: from(rows.copies), to: to(rows.copies) });
  for (const name of Object.keys(FILLING)) await client.query(`alter system reset ${name}`);
  await client.query('select pg_reload_conf()');
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  return count;
}

export async function connected(system: WholeSystem): Promise<pg.Client> {
  const url = new URL(system.superuserUrl());
  url.pathname = '/kushk';
  const client = new pg.Client({ connectionString: url.href });
  // The server of the system stops before the client ends.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export interface GrowthResponse {
  readonly ms: number;
  readonly bytes: number;
  readonly status: number;
}

export async function send({ url, headers }: GrowthRequest): Promise<GrowthResponse> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  const { byteLength } = await response.arrayBuffer();
  return { ms: performance.now() - startedAt, bytes: byteLength, status: response.status };
}

/** Repeats a request while the services open new sessions. */
export async function sendUntilServed(request: GrowthRequest): Promise<void> {
  let status = 0;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    ({ status } = await send(request));
    if (status === 200) return;
    await pause(100);
  }
  throw new Error(`${request.name} is not answered, at last with ${status}`);
}

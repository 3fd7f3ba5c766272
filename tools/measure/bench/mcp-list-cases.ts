import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { LoadResult } from './callers.js';
import { httpLoad, underHttpLoad, type HttpCall } from './http-load.js';
import { meteredInstallation } from './metered-installation.js';
import { peerRow, type Pair } from './peer-row.js';
import { startPeer } from './rivals.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startWholeSystem } from './whole-system.js';

const GOAL = 0.5;
const REVISION = '2026-07-28';
const limit = 30;
const comparisons = 3;
const titles = Array.from({ length: limit }, (_, number) => `پروندهٔ ${number}`);

const guarantees =
  'the SDK alone: schemas, token and scope by one query; no visibility of cases, no rate limit, no revoked installation, ' +
  'no limit of the size of a result, no log or metric, and the reader is part of the process of the tables';

/**
 * Measures the list of cases over MCP against the same list over HTTP, in the same system, and against a server that
 * people would write with the SDK.
 */
export async function run(): Promise<readonly Row[]> {
  const system = await startWholeSystem();
  try {
    const { apiBase, token } = await meteredInstallation(system);
    const { origin, pathname } = new URL(apiBase);
    const overHttp = {
      method: 'GET',
      path: `/instance/v1/cases?limit=${limit}`,
      headers: { authorization: `Bearer ${system.dev.organisation.admin_token}` },
    } as const;
    const overMcp = { method: 'POST', path: `${pathname}/mcp`, ...listCases(token) } as const;
    await Promise.all(titles.map((title) => createCase(origin, overHttp.headers, title)));
    const items = await assertSameCases(origin, overHttp, overMcp);
    const load = { ...httpLoad, pids: system.root };
    const http = await underHttpLoad(origin, () => overHttp, load);
    const mcp = await underHttpLoad(origin, () => overMcp, load);
    const ratio = mcp.perSecond / http.perSecond;
    const againstHttp = {
      name: 'list_cases over MCP, against HTTP',
      measured: mcp.perSecond,
      rival: http.perSecond,
      ratio,
      goal: GOAL,
      unit: 'requests/s',
      ok: ratio >= GOAL,
      cpuUs: { ours: mcp.cpuUs, rival: http.cpuUs },
      note: `p50 ${mcp.p50Ms.toFixed(1)} ms, over HTTP ${http.p50Ms.toFixed(1)} ms`,
    };
    const pairs = await withPeer({ items, token }, async (peerLoad) => {
      const measured: Pair[] = [];
      while (measured.length < comparisons)
        measured.push({
          ours: await underHttpLoad(origin, () => overMcp, load),
          peer: await system.paused(() => peerLoad(overMcp)),
        });
      return measured;
    });
    return [againstHttp, peerRow('list_cases over MCP, against the SDK alone', pairs, guarantees)];
  } finally {
    await system.stop();
  }
}

type PeerLoad = (call: HttpCall) => Promise<LoadResult>;

/** Starts the server of the SDK on a PostgreSQL of its own that has the same cases. */
function withPeer<Result>(
  { items, token }: { readonly items: readonly unknown[]; readonly token: string },
  work: (peerLoad: PeerLoad) => Promise<Result>,
): Promise<Result> {
  return withServers(async ({ database, pids }) => {
    const url = await database('peer');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `create table cases (position bigint generated always as identity primary key, organisation_id text, data jsonb);
       create index on cases (organisation_id, position);
       create table tokens (hash bytea primary key, organisation_id text, scopes text[], expires_at bigint)`,
    );
    // The list has the newest first.
    for (const item of items.toReversed())
      await client.query(`insert into cases (organisation_id, data) values ('org_1', $1)`, [item]);
    await client.query(`insert into tokens values ($1, 'org_1', '{cases.read}', 4102444800)`, [
      createHash('sha256').update(token).digest(),
    ]);
    await client.end();
    const peer = await startPeer('mcp-server', { PEER_DATABASE_URL: url });
    try {
      const overMcp = { method: 'POST', path: '/mcp', ...listCases(token) } as const;
      assert.deepEqual(await readOverMcp(peer.origin, overMcp), items);
      return await work((call) =>
        underHttpLoad(peer.origin, () => ({ ...call, path: '/mcp' }), { ...httpLoad, pids: () => [...pids, peer.pid] }),
      );
    } finally {
      await peer.stop();
    }
  });
}

function listCases(token: string): { readonly headers: Record<string, string>; readonly body: string } {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': 'tools/call',
    'mcp-name': 'list_cases',
  };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'list_cases', arguments: { limit }, _meta };
  return { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}
interface Cases {
  readonly items: readonly unknown[];
}

/** Everyone sees the case, so that both lists have it. */
async function createCase(origin: string, headers: Readonly<Record<string, string>>, title: string): Promise<void> {
  const response = await fetch(`${origin}/instance/v1/cases`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title, description: 'شرح پرونده با چند جمله. '.repeat(10) }),
  });
  if (response.status !== 201) throw new Error(`POST /cases returned ${response.status}: ${await response.text()}`);
}

/** Returns the cases of both lists. */
async function assertSameCases(origin: string, http: Sent, mcp: Sent): Promise<readonly unknown[]> {
  const { items } = (await read(origin, http)) as Cases;
  assert.deepEqual(await readOverMcp(origin, mcp), items);
  return items;
}

async function readOverMcp(origin: string, mcp: Sent): Promise<readonly unknown[] | undefined> {
  const { result } = (await read(origin, mcp)) as { readonly result?: { readonly structuredContent?: Cases } };
  return result?.structuredContent?.items;
}

async function read(origin: string, { path, ...sent }: Sent): Promise<unknown> {
  return await (await fetch(origin + path, sent)).json();
}

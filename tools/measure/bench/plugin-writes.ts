import { apiClient } from '../../run/seed/api.js';
import type { LoadResult } from './callers.js';
import { httpLoad, underHttpLoad, type HttpCall } from './http-load.js';
import { fillWalFiles } from './recycled-wal.js';
import { startRival } from './rivals.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

const GOAL = 0.25;
const poolSizes = [4, 8];
const load = { ...httpLoad, warmUpMs: 2_500, windowMs: 2_500 };
const rivalLoad = { ...httpLoad, warmUpMs: 700, windowMs: 1_200 };
const json = { 'content-type': 'application/json' };

/**
 * Measures `PUT /records/{type}/{id}` and `POST /proposals` of a plugin, a new record and a new proposal each time,
 * against a plain Nest endpoint that inserts the same body as one row.
 */
export async function run(): Promise<readonly Row[]> {
  const plain = await bestPlain();
  const system = await startWholeSystem();
  try {
    await fillWalFiles(system.superuserUrl());
    const { origin, path, headers } = await writingPlugin(system);
    const measured = { ...load, pids: system.root };
    const put = await underHttpLoad(
      origin,
      (number) => ({ method: 'PUT', path: `${path}/records/note/n${number}`, headers, body: recordBody(number) }),
      measured,
    );
    const propose = await underHttpLoad(
      origin,
      (number) => ({ method: 'POST', path: `${path}/proposals`, headers, body: proposalBody(number) }),
      measured,
    );
    return [rowOf('PUT /records', put, plain), rowOf('POST /proposals', propose, plain)];
  } finally {
    await system.stop();
  }
}

function rowOf(name: string, ours: LoadResult, plain: LoadResult & { readonly poolSize: number }): Row {
  const ratio = ours.perSecond / plain.perSecond;
  return {
    name,
    measured: ours.perSecond,
    rival: plain.perSecond,
    ratio,
    goal: GOAL,
    unit: 'requests/s',
    ok: ratio >= GOAL,
    cpuUs: { ours: ours.cpuUs, rival: plain.cpuUs },
    note: `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms; rival p99 ${plain.p99Ms.toFixed(0)} ms with ${plain.poolSize} connections`,
  };
}

const recordBody = (number: number): string =>
  JSON.stringify({ data: { number: `F-${number}`, amount: '1250000', customer: 'شرکت نمونه' } });

const proposalBody = (number: number): string =>
  JSON.stringify({
    external_id: `p${number}`,
    record_type: 'calendar_event',
    action: 'create',
    changes: { title: `جلسهٔ ${number}`, starts_at: '2026-12-01T08:00:00.000Z', ends_at: '2026-12-01T09:00:00.000Z' },
    summary: 'A meeting found in a letter',
  });

/** Installs a plugin that may write records and make proposals. It has no server. */
async function writingPlugin({ dev }: WholeSystem) {
  const [instance] = dev.instances;
  if (instance === undefined) throw new Error('the system has no instance');
  const admin = apiClient(`${instance.service_origin}/instance/v1`, dev.organisation.admin_token);
  const base_url = 'http://127.0.0.1:9';
  const scopes = { 'records.own': 'Is measured', 'proposals.calendar_event': 'Is measured' };
  await admin.post('/dev/releases', {
    manifest: {
      schema: '1',
      id: 'ir.kushk.writes',
      version: '1.0.0',
      publisher: 'bench',
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Writes' },
      base_url,
      scopes,
      records: [{ type: 'note', names: { en: 'Note' }, schema: { type: 'object' } }],
      proposals: [{ record_type: 'calendar_event', actions: ['create'] }],
    },
  });
  const { installation_id } = await admin.post<{ installation_id: string }>('/installations', {
    plugin_id: 'ir.kushk.writes',
    settings: {},
    consent: { scopes: Object.keys(scopes), base_url },
  });
  const credentials = `/installations/${installation_id}/credentials`;
  const { token, api_base } = await admin.post<{ token: string; api_base: string }>(credentials);
  const { origin, pathname } = new URL(api_base);
  const plugin = { origin, path: pathname, headers: { ...json, authorization: `Bearer ${token}` } };
  await whenReady(plugin);
  return plugin;
}

/** The record type exists when the workspace has consumed the fact about the installation. */
async function whenReady({ origin, path, headers }: Pick<HttpCall, 'path'> & { origin: string; headers: object }) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(`${origin}${path}/records/note?limit=1`, { headers: { ...headers } });
    await response.arrayBuffer();
    if (response.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the record type did not appear');
}

function bestPlain(): Promise<LoadResult & { readonly poolSize: number }> {
  return withServers(async ({ database, pids }) => {
    let best = { perSecond: 0, p50Ms: 0, p95Ms: 0, p99Ms: 0, cpuUs: 0, poolSize: 0 };
    for (const poolSize of poolSizes) {
      const rival = await startRival('plain-insert', {
        PLAIN_DATABASE_URL: await database(`plain_${poolSize}`),
        PLAIN_POOL_SIZE: String(poolSize),
      });
      const call = (number: number): HttpCall => ({
        method: 'PUT',
        path: `/rows/n${number}`,
        headers: json,
        body: recordBody(number),
      });
      const result = await underHttpLoad(rival.origin, call, { ...rivalLoad, pids: () => [...pids, rival.pid] });
      await rival.stop();
      if (result.perSecond > best.perSecond) best = { ...result, poolSize };
    }
    return best;
  });
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { apiClient, HttpProblem, nullOn, type Api } from '../../run/seed/api.js';
import { startWholeSystem, type WholeSystem } from '../bench/whole-system.js';
import { cloneEndpoints, cloneInstallations } from './cloned-installations.js';
import { eventually } from './delivery-system.js';
import { atMost, type Claim, type Proof } from './proof.js';

const installations = { normal: 100_000, quick: 10_000 };
const limitMs = 5_000;
const probeEveryMs = 50;
const watchedMs = 15_000;
const id = 'com.example.emergency';

export const proof: Proof = {
  title: 'A suspended release with 100,000 installations on an instance is stopped everywhere within 5 s',
  plantedDefect: 'late-suspensions',
  run: async ({ patches, isQuick, report }) => {
    const preload = new URL(`apply-patches.mjs?patches=${patches.join()}`, import.meta.url).href;
    const system = await startWholeSystem(patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {});
    const plugin = await startPlugin();
    try {
      const installed = await publishAndInstall(system, plugin.baseUrl);
      const count = isQuick ? installations.quick : installations.normal;
      await withDatabase(system.databaseUrl('installation'), (client) =>
        cloneInstallations(client, installed.id, count),
      );
      await withDatabase(system.databaseUrl('delivery'), (client) => cloneEndpoints(client, installed.id, count));
      report(`${count} installations; suspending`);
      return await suspend(system, { installed, plugin, count, report });
    } finally {
      plugin.server.close();
      await system.stop();
    }
  },
};

interface Plugin {
  readonly server: Server;
  readonly baseUrl: string;
  /** The times of the events that it received. */
  readonly eventsAt: number[];
}

/** A plugin that accepts every call. */
async function startPlugin(): Promise<Plugin> {
  const eventsAt: number[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/service/events') eventsAt.push(performance.now());
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"content":"pong"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, eventsAt };
}

interface Installed {
  readonly id: string;
  readonly admin: Api;
  readonly api: Api;
}

async function publishAndInstall({ dev }: WholeSystem, base_url: string): Promise<Installed> {
  const [instance] = dev.instances;
  const scopes = { 'records.own': 'Is measured' };
  const manifest = {
    ...{ schema: '1', id, version: '1.0.0', publisher: dev.publisher.id, kind: 'external', plugin_api: '1.0' },
    ...{ names: { en: 'Emergency' }, base_url, scopes, events: ['plugin.plan.changed'] },
    tools: [{ name: 'ping', description: 'Returns pong', input_schema: { type: 'object', properties: {} } }],
    ui: { app: { path: '/app', names: { en: 'Emergency' } } },
  };
  const operator = operatorOf(dev);
  const reviewer = apiClient(`${dev.hub.base_url}/operator/v1`, dev.staff.reviewer_token);
  await apiClient(`${dev.hub.base_url}/developer/v1`, dev.publisher.key).post('/releases', { manifest });
  while ((await nullOn(reviewer.post(`/releases/${id}/1.0.0/take`), 404)) === null) await pause(probeEveryMs);
  await reviewer.post(`/releases/${id}/1.0.0/approve`, { tier: 'verified', notes: '', publish: false });
  await operator.post(`/releases/${id}/1.0.0/publish`);
  const admin = apiClient(`${instance?.service_origin}/instance/v1`, dev.organisation.admin_token);
  while ((await nullOn(admin.get(`/store/${id}`), 404)) === null) await pause(probeEveryMs);
  const consent = { scopes: Object.keys(scopes), base_url };
  const made = await admin.post<{ installation_id: string }>('/installations', {
    plugin_id: id,
    settings: {},
    consent,
  });
  const path = `/installations/${made.installation_id}`;
  const credentials = await admin.post<{ token: string; api_base: string }>(`${path}/credentials`);
  const installed = { id: made.installation_id, admin, api: apiClient(credentials.api_base, credentials.token) };
  const isCallable = async (): Promise<boolean> => {
    for (const { request } of probesOf(installed)) if ((await refusalOf(request)) !== null) return false;
    return true;
  };
  if (!(await eventually(isCallable, 60_000))) throw new Error('the plugin cannot be called');
  return installed;
}

function operatorOf(dev: WholeSystem['dev']): Api {
  return apiClient(`${dev.hub.base_url}/operator/v1`, dev.staff.operator_token);
}

interface Probe {
  readonly name: string;
  readonly request: () => Promise<unknown>;
}

function probesOf({ id: installation, admin, api }: Installed): readonly Probe[] {
  const path = `/installations/${installation}`;
  return [
    { name: 'call with the token', request: () => api.get('/installation') },
    { name: 'tool call', request: () => admin.post(`${path}/tools/ping`, { arguments: {} }) },
    { name: 'page', request: () => admin.post(`${path}/handle`, { surface: 'app' }) },
  ];
}

async function suspend(
  system: WholeSystem,
  {
    installed,
    plugin,
    count,
    report,
  }: { installed: Installed; plugin: Plugin; count: number; report: (line: string) => void },
): Promise<readonly Claim[]> {
  let isOver = false;
  const events = (async (): Promise<void> => {
    const event = { type: 'plugin.plan.changed', data: { plan: 'basic' } };
    while (!isOver) {
      await installed.admin.post(`/dev/installations/${installed.id}/events`, event).catch(() => undefined);
      await pause(probeEveryMs);
    }
  })();
  await eventually(async () => plugin.eventsAt.length > 0, 10_000);
  await operatorOf(system.dev).post(`/releases/${id}/1.0.0/suspend`, { reason: 'Sends data elsewhere' });
  const startedAt = performance.now();
  const last = await Promise.all(probesOf(installed).map((probe) => lastAcceptedMs(probe, startedAt)));
  isOver = true;
  await events;
  const lastEventMs = Math.max(0, ...plugin.eventsAt.map((at) => at - startedAt));
  report(`${await updatedInstallations(system)} of ${count} installations are updated ${watchedMs} ms later`);
  return [
    ...last.map(({ name, ms }) => atMost(`last ${name} after the suspension`, ms, { limit: limitMs, unit: 'ms' })),
    atMost('last event after the suspension', lastEventMs, { limit: limitMs, unit: 'ms' }),
  ];
}

/** Sends the request until the watched time is over. */
async function lastAcceptedMs({ name, request }: Probe, startedAt: number): Promise<{ name: string; ms: number }> {
  let ms = 0;
  while (performance.now() - startedAt < watchedMs) {
    const sentMs = performance.now() - startedAt;
    if ((await refusalOf(request)) === null) ms = sentMs;
    await pause(probeEveryMs);
  }
  return { name, ms };
}

async function refusalOf(request: () => Promise<unknown>): Promise<string | null> {
  try {
    await request();
    return null;
  } catch (error) {
    if (error instanceof HttpProblem) return error.code;
    throw error;
  }
}

async function updatedInstallations(system: WholeSystem): Promise<number> {
  return await withDatabase(system.databaseUrl('installation'), async (client) => {
    const text = `select count(*)::int as updated from installations where status = 'suspended'`;
    return (await client.query<{ updated: number }>(text)).rows[0]?.updated ?? 0;
  });
}

async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

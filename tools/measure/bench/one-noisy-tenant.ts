import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { apiClient, type Api } from '../../run/seed/api.js';
import { underHttpLoad, type HttpCall } from './http-load.js';
import { fillWalFiles } from './recycled-wal.js';
import type { Row } from './row.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

/** The neighbour's 99th percentile may be at most this many times as long as on an idle system. */
const LIMIT = 3;
const quietLoad = { callers: 2, warmUpMs: 1_000, windowMs: 5_000 };
/** Requests of the noisy plugin that are in flight at any time, each with a record of this many characters. */
const NOISY_CALLERS = 150;
const NOISY_CHARACTERS = 1_000_000;

interface Plugin {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Measures small record writes and reads of a plugin while the plugin of another organisation keeps 150 writes of 1 MB
 * in flight, compared with the same requests on the idle system. The noise runs in a process of its own (noise.mjs).
 */
export async function run(): Promise<Row> {
  const system = await startWholeSystem();
  try {
    await fillWalFiles(system.superuserUrl());
    const [noisy, quiet] = await installInTwoOrganisations(system);
    const calls = (number: number): HttpCall => smallCall(quiet, number);
    const idle = await underHttpLoad(quiet.origin, calls, quietLoad);
    const noise = await startNoise(noisy);
    const beside = await underHttpLoad(quiet.origin, (number) => calls(1_000_000 + number), quietLoad);
    const { written, rejected } = await noise.stop();
    const ratio = idle.p99Ms / beside.p99Ms;
    return {
      name: 'one noisy tenant, p99 of a neighbour',
      measured: beside.p99Ms,
      rival: idle.p99Ms,
      ratio,
      goal: 1 / LIMIT,
      unit: 'ms',
      ok: ratio >= 1 / LIMIT && written > 0,
      note: `p50 ${idle.p50Ms.toFixed(1)} → ${beside.p50Ms.toFixed(1)} ms; the noisy plugin wrote ${written} MB, ${rejected} rejected`,
    };
  } finally {
    await system.stop();
  }
}

/** The neighbour writes a small record and then reads it. */
function smallCall({ path, headers }: Plugin, number: number): HttpCall {
  const record = `${path}/records/note/n${Math.floor(number / 2) % 500}`;
  return number % 2 === 0
    ? { method: 'PUT', path: record, headers, body: `{"data":{"text":"small ${number}"}}` }
    : { method: 'GET', path: `${path}/records/note?limit=1`, headers };
}

interface Noise {
  /** Ends the noise and resolves with the number of its writes. */
  stop(): Promise<{ readonly written: number; readonly rejected: number }>;
}

/** Resolves when the noise has had its first response. */
async function startNoise({ origin, path, headers }: Plugin): Promise<Noise> {
  const settings = { origin, path, headers, callers: NOISY_CALLERS, characters: NOISY_CHARACTERS };
  const child = fork(fileURLToPath(new URL('noise.mjs', import.meta.url)), {
    env: { ...process.env, NOISE: JSON.stringify(settings) },
    execArgv: [],
  });
  await once(child, 'message');
  return {
    stop: async () => {
      const ended = once(child, 'message');
      child.send('stop');
      const [counts] = (await ended) as [{ written: number; rejected: number }];
      return counts;
    },
  };
}

async function installInTwoOrganisations({ dev, tokenOf }: WholeSystem): Promise<readonly [Plugin, Plugin]> {
  const [instance] = dev.instances;
  if (instance === undefined) throw new Error('the system has no instance');
  const api = (token: string): Api => apiClient(`${instance.service_origin}/instance/v1`, token);
  const [first, second] = [api(dev.organisation.admin_token), api(await tokenOf('platform'))];
  await second.post('/organisations', { name: 'Neighbour', admin: { subject: 'dev|platform', name: 'Neighbour' } });
  const base_url = 'http://127.0.0.1:9';
  const consent = { scopes: ['records.own'], base_url };
  await first.post('/dev/releases', {
    manifest: {
      schema: '1',
      id: 'ir.kushk.noise',
      version: '1.0.0',
      publisher: 'bench',
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Noise' },
      base_url,
      scopes: { 'records.own': 'Is measured' },
      records: [
        { type: 'note', names: { en: 'Note' }, schema: { type: 'object', properties: { text: { type: 'string' } } } },
      ],
    },
  });
  const install = async (admin: Api): Promise<Plugin> => {
    const made = await admin.post<{ installation_id: string }>('/installations', {
      plugin_id: 'ir.kushk.noise',
      settings: {},
      consent,
    });
    const path = `/installations/${made.installation_id}/credentials`;
    const { token, api_base } = await admin.post<{ token: string; api_base: string }>(path);
    const { origin, pathname } = new URL(api_base);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const plugin = { origin, path: pathname, headers };
    await whenReady(plugin);
    return plugin;
  };
  return [await install(first), await install(second)];
}

/** The record types exist when the workspace has consumed the fact about the installation. */
async function whenReady({ origin, path, headers }: Plugin): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(`${origin}${path}/records/note?limit=1`, { headers });
    if (response.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the record type did not appear');
}

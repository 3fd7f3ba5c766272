/** Two plugins in two organisations: one makes noise, and the other one is measured. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@kushk/contracts';
import { apiClient, type Api } from '../../run/seed/api.js';
import type { HttpCall } from './http-load.js';
import type { WholeSystem } from './whole-system.js';

interface Plugin {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The neighbour writes a small record and then reads it. */
export function smallCall({ path, headers }: Plugin, number: number): HttpCall {
  const record = `${path}/records/note/n${Math.floor(number / 2) % 500}`;
  return number % 2 === 0
    ? { method: 'PUT', path: record, headers, body: `{"data":{"text":"small ${number}"}}` }
    : { method: 'GET', path: `${path}/records/note?limit=1`, headers };
}

interface NoiseSettings {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Requests that are in flight at any time. */
  readonly callers: number;
  /** Each caller sends all of them in turn. `{caller}` in a path is the number of the caller. */
  readonly calls: readonly HttpCall[];
}
interface Noise {
  /** Ends the noise and resolves with the number of its responses. */
  stop(): Promise<{ readonly accepted: number; readonly rejected: number }>;
}

/** Resolves when the noise has had its first response. It runs in a process of its own (noise.mjs). */
export async function startNoise(settings: NoiseSettings): Promise<Noise> {
  const child = fork(fileURLToPath(new URL('noise.mjs', import.meta.url)), { execArgv: [] });
  child.send(settings);
  await once(child, 'message');
  return {
    stop: async () => {
      const ended = once(child, 'message');
      child.send('stop');
      const [counts] = (await ended) as [{ accepted: number; rejected: number }];
      return counts;
    },
  };
}

export async function installInTwoOrganisations(
  { dev, tokenOf }: WholeSystem,
  records: readonly JsonObject[] = [],
): Promise<readonly [Plugin, Plugin]> {
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
        ...records,
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

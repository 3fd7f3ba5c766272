import { apiClient } from '../../run/seed/api.js';
import { accounts } from '../../run/sign-in/accounts.js';
import { httpLoad, underHttpLoad } from './http-load.js';
import type { Row } from './row.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

const GOAL = 0.85;
const PLUGIN_ID = 'ir.kushk.bench.handles';
const BASE_URL = 'http://127.0.0.1:9';
const RECORDS = 20;
const HANDLES_PER_PERSON = 8;
/** Short windows in alternation, so that both sides see the same noise of the machine. */
const PAIRS = 4;
const LOAD = { ...httpLoad, warmUpMs: 500, windowMs: 2_000 };

/**
 * Measures `GET /records/{type}` with the installation token alone, and with a handle beside it: what the checks of the
 * handle, the person and the session cost.
 */
export async function run(): Promise<Row> {
  const system = await startWholeSystem();
  try {
    const { apiBase, token, handles } = await installationWithHandles(system);
    const { origin, pathname } = new URL(apiBase);
    const request = { method: 'GET', path: `${pathname}/records/invoice` } as const;
    const authorization = `Bearer ${token}`;
    const bare = { perSecond: 0, p50Ms: 0, cpuUs: 0 };
    const withHandle = { perSecond: 0, p50Ms: 0, cpuUs: 0 };
    const load = { ...LOAD, pids: system.root };
    for (let pair = 0; pair < PAIRS; pair += 1) {
      add(bare, await underHttpLoad(origin, () => ({ ...request, headers: { authorization } }), load));
      const headersOf = (number: number) => ({ authorization, 'service-handle': handles[number % handles.length]! });
      add(withHandle, await underHttpLoad(origin, (number) => ({ ...request, headers: headersOf(number) }), load));
    }
    const ratio = withHandle.perSecond / bare.perSecond;
    return {
      name: 'GET /records with a handle',
      measured: withHandle.perSecond,
      rival: bare.perSecond,
      ratio,
      goal: GOAL,
      unit: 'requests/s',
      ok: ratio >= GOAL,
      cpuUs: { ours: withHandle.cpuUs, rival: bare.cpuUs },
      note: `${handles.length} handles; p50 ${withHandle.p50Ms.toFixed(1)} ms, without a handle ${bare.p50Ms.toFixed(1)} ms`,
    };
  } finally {
    await system.stop();
  }
}

type Figures = Record<'perSecond' | 'p50Ms' | 'cpuUs', number>;
function add(sum: Figures, window: Readonly<Figures>): void {
  sum.perSecond += window.perSecond / PAIRS;
  sum.p50Ms += window.p50Ms / PAIRS;
  sum.cpuUs += window.cpuUs / PAIRS;
}

/** The people of the demo's organisation. */
const members = accounts.filter(
  ({ staff, platformStaff, publishers }) =>
    staff.length === 0 && platformStaff === undefined && publishers === undefined,
);

interface Credentials {
  readonly token: string;
  readonly api_base: string;
}

/** Installs a plugin with records and a page, and issues handles of it to several people. */
async function installationWithHandles(
  system: WholeSystem,
): Promise<{ readonly apiBase: string; readonly token: string; readonly handles: readonly string[] }> {
  const [instance] = system.dev.instances;
  if (instance === undefined) throw new Error('the system has no instance');
  const base = `${instance.service_origin}/instance/v1`;
  const admin = apiClient(base, system.dev.organisation.admin_token);
  const scopes = { 'records.own': 'Is measured' };
  await admin.post('/dev/releases', {
    manifest: {
      schema: '1',
      id: PLUGIN_ID,
      version: '1.0.0',
      publisher: 'bench',
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Bench' },
      base_url: BASE_URL,
      scopes,
      records: [{ type: 'invoice', schema: { type: 'object' } }],
      ui: { app: { path: '/app' } },
    },
  });
  const consent = { scopes: Object.keys(scopes), base_url: BASE_URL };
  const { installation_id } = await admin.post<{ installation_id: string }>('/installations', {
    plugin_id: PLUGIN_ID,
    settings: {},
    consent,
  });
  const { token, api_base } = await admin.post<Credentials>(`/installations/${installation_id}/credentials`);
  for (let number = 0; number < RECORDS; number += 1) await putRecord({ token, api_base }, number);
  const handles: string[] = [];
  for (const { username } of members) {
    const person = apiClient(base, await system.tokenOf(username));
    for (let each = 0; each < HANDLES_PER_PERSON; each += 1) {
      const { handle } = await person.post<{ handle: string }>(`/installations/${installation_id}/handle`, {
        surface: 'app',
      });
      handles.push(handle);
    }
  }
  return { apiBase: api_base, token, handles };
}

async function putRecord({ token, api_base }: Credentials, number: number): Promise<void> {
  const response = await fetch(`${api_base}/records/invoice/F-${number}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { number: `F-${number}`, amount: '1250000', customer: 'شرکت نمونه' } }),
  });
  if (!response.ok) throw new Error(`a record was not stored: ${await response.text()}`);
}

/** Pending proposals of a plugin about cases, each with a summary and a new amount. */
import { apiClient, type Api } from '../../run/seed/api.js';
import { eventually } from './delivery-system.js';

const CALLERS = 16;
const READY_MS = 60_000;
const PLUGIN_ID = 'ir.proof.inbox';
/** Nothing listens there: what becomes of the proposals is not sent. */
const base_url = 'http://127.0.0.1:9';

/** Installs the plugin. Returns a client of its API. */
export async function proposingPlugin(admin: Api): Promise<Api> {
  const scopes = { 'proposals.case': 'Is measured', 'cases.read': 'Is measured' };
  await admin.post('/dev/releases', {
    manifest: {
      ...{ schema: '1', id: PLUGIN_ID, version: '1.0.0', publisher: 'proof', kind: 'external', plugin_api: '1.0' },
      ...{ names: { en: 'Invoices', fa: 'فاکتورها' }, base_url, scopes },
      proposals: [{ record_type: 'case', actions: ['update'] }],
    },
  });
  const consent = { scopes: Object.keys(scopes), base_url };
  const { installation_id: id } = await admin.post<{ installation_id: string }>('/installations', {
    ...{ plugin_id: PLUGIN_ID, settings: {}, consent },
  });
  const { token, api_base } = await admin.post<{ token: string; api_base: string }>(`/installations/${id}/credentials`);
  const plugin = apiClient(api_base, token);
  const isReady = (): Promise<boolean> =>
    plugin.get('/platform/cases?limit=1').then(
      () => true,
      () => false,
    );
  if (!(await eventually(isReady, READY_MS))) throw new Error('the plugin was not installed');
  return plugin;
}

/** Makes `count` proposals in turn for `cases` new cases. */
export async function propose(parties: { admin: Api; plugin: Api }, count: number, cases: number): Promise<void> {
  const { admin, plugin } = parties;
  const made = await each(cases, async (n) => {
    const { id } = await admin.post<{ id: string }>('/cases', { title: `خرید شمارهٔ ${n}`, amount: '100' });
    return id;
  });
  await each(count, (n) =>
    plugin.post('/proposals', {
      ...{ external_id: `p${cases}-${n}`, summary: `مبلغ از روی فاکتور ${n}` },
      ...{ record_type: 'case', action: 'update', record_id: made[n % cases], changes: { amount: String(n + 1) } },
    }),
  );
}

/** Runs `work` for 0 to `count` - 1, some of them at once, begun in this order. */
async function each<Made>(count: number, work: (n: number) => Promise<Made>): Promise<readonly Made[]> {
  const made: Made[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) made[n] = await work(n);
  };
  await Promise.all(Array.from({ length: CALLERS }, run));
  return made;
}

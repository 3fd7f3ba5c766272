import type { WholeSystem } from '../../measure/bench/whole-system.js';
import { apiClient } from '../../run/seed/api.js';

const READING = ['cases', 'people', 'sessions', 'documents', 'calendar', 'memory'].map((name) => `${name}.read`);
const SCOPES = [...READING, 'records.own', 'proposals.case'];

/** Installs a plugin that may use all tools. The plugin has no server. */
export async function installReader({
  dev,
}: WholeSystem): Promise<{ readonly apiBase: string; readonly token: string }> {
  const [instance] = dev.instances;
  if (instance === undefined) throw new Error('the system has no instance');
  const admin = apiClient(`${instance.service_origin}/instance/v1`, dev.organisation.admin_token);
  const base_url = 'http://127.0.0.1:9';
  await admin.post('/dev/releases', {
    manifest: {
      schema: '1',
      id: 'ir.kushk.conformance',
      version: '1.0.0',
      publisher: 'conformance',
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Conformance' },
      base_url,
      scopes: Object.fromEntries(SCOPES.map((scope) => [scope, 'Is tested'])),
      records: [{ type: 'tender', schema: { type: 'object' } }],
      proposals: [{ record_type: 'case', actions: ['create'] }],
    },
  });
  const { installation_id } = await admin.post<{ installation_id: string }>('/installations', {
    plugin_id: 'ir.kushk.conformance',
    settings: {},
    consent: { scopes: SCOPES, base_url },
  });
  const credentials = await admin.post<{ token: string; api_base: string }>(
    `/installations/${installation_id}/credentials`,
  );
  return { apiBase: credentials.api_base, token: credentials.token };
}

/** An installed plugin with MU in its wallet. The HTTP benchmark rows send requests with its token. */
import { apiClient } from '../../run/seed/api.js';
import type { WholeSystem } from './whole-system.js';

export interface MeteredInstallation {
  readonly apiBase: string;
  readonly token: string;
}
interface Credentials {
  readonly token: string;
  readonly api_base: string;
}

/**
 * Publishes a plugin as a development release, installs it, reads its credentials and gifts it MU. The plugin has no
 * server.
 */
export async function meteredInstallation({ dev }: WholeSystem): Promise<MeteredInstallation> {
  const [instance] = dev.instances;
  if (instance === undefined) throw new Error('the system has no instance');
  const admin = apiClient(`${instance.service_origin}/instance/v1`, dev.organisation.admin_token);
  const base_url = 'http://127.0.0.1:9';
  await admin.post('/dev/releases', {
    manifest: {
      schema: '1',
      id: 'ir.kushk.bench',
      version: '1.0.0',
      publisher: 'bench',
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Bench' },
      base_url,
      scopes: {
        'wallet.consume': 'Is measured',
        'cases.read': 'Is measured',
        'sources.intake.document': 'Is measured',
      },
      sources: ['document'],
      services: [{ key: 'work', unit: 'piece' }],
      plans: [{ key: 'basic', rates: { work: '0.000001' } }],
    },
  });
  const { installation_id } = await admin.post<{ installation_id: string }>('/installations', {
    plugin_id: 'ir.kushk.bench',
    settings: {},
    consent: { scopes: ['wallet.consume', 'cases.read', 'sources.intake.document'], base_url },
  });
  const { token, api_base } = await admin.post<Credentials>(`/installations/${installation_id}/credentials`);
  const gift = () => admin.post(`/installations/${installation_id}/wallet/gifts`, { mu: '1000000', note: 'bench' });
  // The wallet is opened only when the wallet service has consumed the fact about the installation. Until then the
  // gift fails, so it is retried.
  for (let attempt = 0; ; attempt += 1) {
    try {
      await gift();
      return { apiBase: api_base, token };
    } catch (error) {
      if (attempt >= 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Plugins of a fleet's instance that receive an event for each change of their settings. */
import { apiClient, nullOn } from '../../run/seed/api.js';
import type { FleetFile } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import type { SettingsLoad } from './settings-load.js';

const installedWithinMs = 90_000;

/** Installs plugins on the instance and waits until each has a wallet. */
export async function installPlugins(
  { instances }: FleetFile,
  { count, base_url }: { readonly count: number; readonly base_url: string },
): Promise<SettingsLoad['installations']> {
  const { service_origin, organisation } = instances[0]!;
  const [api, token] = [`${service_origin}/instance/v1`, organisation.admin_token];
  const admin = apiClient(api, token);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const manifest = {
      ...manifestOf(`com.example.proof${n}`, base_url),
      publisher: 'proof',
      events: ['plugin.settings.changed'],
      settings: { type: 'object', properties: { number: { type: 'integer' } } },
    };
    await admin.post('/dev/releases', { manifest });
    const body = { plugin_id: manifest.id, settings: { number: 0 }, consent: { scopes: [], base_url } };
    ids.push((await admin.post<{ installation_id: string }>('/installations', body)).installation_id);
  }
  for (const id of ids)
    await eventually(
      async () => (await nullOn(admin.get(`/installations/${id}/wallet`), 404, 503)) !== null,
      installedWithinMs,
    );
  return { api, token, ids };
}

export function manifestOf(id: string, base_url: string) {
  return {
    schema: '1',
    id,
    version: '1.0.0',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Proof', fa: 'اثبات' },
    base_url,
  } as const;
}

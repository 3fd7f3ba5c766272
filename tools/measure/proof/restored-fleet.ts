/** What the proofs of restores do on a fleet: publish, install, and repeat while servers start. */
import { apiClient, nullOn, type Api } from '../../run/seed/api.js';
import type { FleetFile, WholeFleet } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import type { SettingsLoad } from './settings-load.js';

export const plugins = 10;
const completeWithinMs = 90_000;
/** A port on which nothing listens: what the plugins receive is not part of these proofs. */
const base_url = 'http://127.0.0.1:9';

/** Who publishes a release, from the submission on. */
export function partiesOf({ hub, publisher, staff }: FleetFile): {
  readonly publisher: Api;
  readonly reviewer: Api;
  readonly operator: Api;
} {
  const api = (path: string, token: string): Api => apiClient(`${hub.base_url}${path}`, token);
  return {
    publisher: api('/developer/v1', publisher.key),
    reviewer: api('/operator/v1', staff.reviewer_token),
    operator: api('/operator/v1', staff.operator_token),
  };
}

/** Installs plugins on the instance and waits until each has a wallet. */
export async function install({ fleet }: WholeFleet): Promise<SettingsLoad['installations']> {
  const { service_origin, organisation } = fleet.instances[0]!;
  const [api, token] = [`${service_origin}/instance/v1`, organisation.admin_token];
  const admin = apiClient(api, token);
  const ids: string[] = [];
  for (let n = 0; n < plugins; n += 1) {
    const manifest = {
      ...manifestOf(`com.example.proof${n}`),
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
      completeWithinMs,
    );
  return { api, token, ids };
}

export function manifestOf(id: string) {
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

/** Repeats while the servers start. */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  let result: { readonly value: Result } | undefined;
  let failure: unknown;
  await eventually(async () => {
    try {
      result = { value: await work() };
    } catch (error) {
      failure = error;
    }
    return result !== undefined;
  }, completeWithinMs / 3);
  if (result === undefined) throw failure;
  return result.value;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

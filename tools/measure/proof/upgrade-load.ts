/** Callers that write through both gateways while versions are exchanged, and what was acknowledged to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { consume, send, type Answer, type Recorded } from './recorded-requests.js';
import type { UpgradeSystem } from './upgrade-system.js';

/** Between the requests of one caller. */
const pausesMs = { charges: 20, statusChanges: 250, releases: 500 };

/** Who changes the status of an installation. */
export interface LoadAdmin {
  readonly token: string;
  readonly installationId: string;
}
export interface Load {
  readonly admin: LoadAdmin;
  /** The requests that were acknowledged. */
  readonly charges: number;
  readonly statusChanges: number;
  readonly releases: number;
  /** Every other response. */
  readonly errors: readonly string[];
}

/** The plugin that the load submits versions of. */
export const submittedPlugin = 'com.example.upgraded';

const manifestOf = (number: number): object => ({
  schema: '1',
  id: submittedPlugin,
  version: `1.0.${number}`,
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Upgraded', fa: 'اثبات' },
  base_url: 'http://127.0.0.1:9',
  scopes: { 'wallet.consume': 'Is proved' },
  services: [{ key: 'work', unit: 'piece' }],
  plans: [{ key: 'basic', rates: { work: '1' } }],
});

/** Sends charges from several callers, and from one each, changes of an installation and releases to the hub. */
export function startLoad(
  system: UpgradeSystem,
  { plugin, publisherKey }: Recorded,
  { admin, callers }: { readonly admin: LoadAdmin; readonly callers: number },
): { stop(): Promise<Load> } {
  const load = { charges: 0, statusChanges: 0, releases: 0 };
  const errors: string[] = [];
  let isStopped = false;
  let turn = 0;
  /** Sends to the gateways in turn. No request is repeated. */
  const repeat = async (
    gateway: 'hub gateway' | 'instance gateway',
    what: keyof typeof load,
    request: (origin: string, number: number) => Promise<Answer>,
  ): Promise<void> => {
    for (let number = 1; !isStopped; number += 1) {
      const origins = system.origins(gateway);
      const { status, body } = await request(origins[(turn += 1) % origins.length] ?? '', number);
      if (status >= 200 && status < 300) load[what] += 1;
      else errors.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      await sleep(pausesMs[what]);
    }
  };
  const json = (token: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  });
  const running = [
    ...Array.from({ length: callers }, (_, caller) =>
      repeat('instance gateway', 'charges', (origin, number) => consume(origin, plugin, `load-${caller}-${number}`)),
    ),
    repeat('instance gateway', 'statusChanges', (origin, number) => {
      const verb = number % 2 === 1 ? 'pause' : 'resume';
      const url = `${origin}/instance/v1/installations/${admin.installationId}/${verb}`;
      return send(url, { method: 'POST', headers: json(admin.token) });
    }),
    repeat('hub gateway', 'releases', (origin, number) =>
      send(`${origin}/developer/v1/releases`, {
        method: 'POST',
        headers: { ...json(publisherKey), 'idempotency-key': `release-${number}` },
        body: JSON.stringify({ manifest: manifestOf(number) }),
      }),
    ),
  ];
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      return { admin, ...load, errors };
    },
  };
}

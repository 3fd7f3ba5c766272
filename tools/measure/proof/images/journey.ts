/** From a release to a charge, over the public addresses of hub and instance. */
import { randomUUID } from 'node:crypto';
import { apiClient } from '../../../run/seed/api.js';
import { addParties, charging, installPlugin, newManifest, publishRelease, purchase } from '../hostile/parties.js';
import type { ProductionSystem, Username } from '../hostile/production-system.js';
import type { Deployment } from './deployment.js';
import { originOf, type OutsideWorld } from './outside-world.js';

const usernames: readonly Username[] = [
  ...(['operator', 'reviewer', 'platform', 'publisher', 'admin'] as const),
  ...(['member', 'member2', 'narges', 'kaveh', 'samira'] as const),
];

/** Returns what the installation's wallet was charged, in MU. */
export async function charge({ plugin }: OutsideWorld, { signIn }: Deployment): Promise<number> {
  const signedIn = await Promise.all(usernames.map(async (name) => [name, await signIn(name)] as const));
  const tokens = Object.fromEntries(signedIn) as ProductionSystem['tokens'];
  const origins = { hub: originOf('hub'), instance: originOf('instance'), tokens };
  const keys = await addParties({ ...origins, instanceId: 'i1' });
  const manifest = newManifest({ ...charging, base_url: originOf('plugin') });
  await publishRelease(origins, keys.acme, manifest);
  const installed = await installPlugin({ ...origins, network: { plugin } }, manifest, { plan: 'basic' });
  await purchase(origins, installed, '10');
  const api = apiClient(installed.api, installed.token);
  await api.post('/wallet/consume', { service: 'page', count: 1 }, randomUUID());
  const { totals } = await apiClient(installed.address, tokens.admin).get<{ totals: { consumed: string } }>('/wallet');
  return Number(totals.consumed);
}

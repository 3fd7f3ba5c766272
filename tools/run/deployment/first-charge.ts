/** A publisher, a plugin and its first charge on a deployed system, and that all of them still work later. */
import { eventually } from '@kushk/testing';
import {
  addParties,
  charging,
  installPlugin,
  newManifest,
  publishRelease,
} from '../../measure/proof/hostile/parties.js';
import { apiClient, whenAvailable } from '../seed/api.js';
import { run } from './folder-processes.js';
import { instanceId, type DeployedSystem } from './production-system.js';
import type { Rotation } from './rotations.js';

const people = 'operator reviewer platform publisher admin member member2 narges kaveh samira'.split(' ');
const rightWithinMs = 60_000;

export interface FirstCharge {
  /** What the first charge was answered. */
  readonly charge: unknown;
  /** Resolves with what the plugin is charged, and what the publisher is. */
  readonly again: () => Promise<readonly [unknown, unknown]>;
}

export async function chargeFirst({ hub, instance, network, signIn }: DeployedSystem): Promise<FirstCharge> {
  const signedIn = await Promise.all(people.map(async (name) => [name, await signIn(name)] as const));
  const tokens = Object.fromEntries(signedIn) as Parameters<typeof addParties>[0]['tokens'];
  const origins = { hub: hub.origin, instance: instance.origin, tokens };
  const keys = await addParties({ ...origins, instanceId });
  const publisher = apiClient(`${hub.origin}/developer/v1`, keys.acme);
  const manifest = newManifest(charging);
  await publishRelease(origins, keys.acme, manifest);
  const installed = await installPlugin({ ...origins, network }, manifest, { plan: 'basic' });
  const platform = apiClient(`${instance.origin}/instance/v1`, tokens.platform);
  await platform.post(`/installations/${installed.id}/wallet/purchases`, { mu: '10' });
  const plugin = apiClient(`${instance.origin}${new URL(installed.api).pathname}`, installed.token);
  const consume = (count: number, key: string) => plugin.post('/wallet/consume', { service: 'page', count }, key);
  let charges = 0;
  return {
    charge: await consume(4, 'first-charge'),
    again: async () => {
      charges += 1;
      const key = `charge-${charges}`;
      return [await whenAvailable(() => consume(1, key)), await whenAvailable(() => publisher.get('/me'))];
    },
  };
}

/** Rotates, and resolves with the lines of `check` that are wrong, at the latest after a minute. */
export async function problemsAfter(system: DeployedSystem, rotation: Rotation): Promise<readonly string[]> {
  const scope = system[rotation.scope];
  await rotation.run(system, scope);
  const check = () => run('deploy', ['check', scope.folder]);
  const checked = await eventually(async () => {
    const one = await check();
    return one.code === 0 ? one : null;
  }, rightWithinMs).catch(check);
  return checked.code === 0
    ? []
    : checked.output
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('ok '));
}

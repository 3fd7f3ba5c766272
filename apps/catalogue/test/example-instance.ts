/** Example histories of an instance, shared by the specs. */
import type { InstanceFact } from '../src/instance/instance.js';

export const at = '2026-11-20T09:00:00.000Z';
export const description = { name: 'One', pluginApi: '1.0', publicKey: null };
export const firstLink = { account: 'AFIRST', signingKey: 'ASIGNS' };
export const secondLink = { account: 'ASECOND', signingKey: 'ASIGNS2' };

/** Without `link`, the instance was registered while the hub's NATS did not run in operator mode. */
export const registered = (link?: typeof firstLink): InstanceFact => ({
  type: 'InstanceRegistered',
  data: { ...description, at, ...(link && { link }) },
});
export const removed: InstanceFact = { type: 'InstanceRemoved', data: { at } };

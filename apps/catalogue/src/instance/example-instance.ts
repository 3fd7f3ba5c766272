/** The histories of an instance that the specs of this stream start from. */
import type { InstanceFact } from './instance.js';

export const at = '2026-11-20T09:00:00.000Z';
export const description = { name: 'One', pluginApi: '1.0', publicKey: null };
export const firstLink = { account: 'AFIRST', signingKey: 'ASIGNS' };
export const secondLink = { account: 'ASECOND', signingKey: 'ASIGNS2' };

/** Without a link: the hub's NATS did not run in operator mode then. */
export const registered = (link?: typeof firstLink): InstanceFact => ({
  type: 'InstanceRegistered',
  data: { ...description, at, ...(link && { link }) },
});
export const removed: InstanceFact = { type: 'InstanceRemoved', data: { at } };

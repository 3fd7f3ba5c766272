import { claimsOf, underLoad } from './acknowledged-writes.js';
import { exactly, type Proof } from './proof.js';
import { services, withReplicas } from './replicated-system.js';

const perSecond = 20;

export const proof: Proof = {
  title: 'Every process of a hub and an instance with two of each restarts in turn under load: no caller sees an error',
  plantedDefect: 'always-ready',
  run: ({ patches, isQuick, report }) =>
    withReplicas({}, async (opened) => {
      const { system } = opened;
      const restarted = isQuick ? (['wallet', 'installation', 'instance gateway'] as const) : services;
      const written = await underLoad(opened, { perSecond, report }, async () => {
        for (const service of restarted) {
          for (const _ of system.replicas(service).slice()) {
            await system.stopOldest(service);
            await system.start(service, { patches });
          }
          report(`${service} restarted`);
        }
      });
      const errors = written.load.errors.length;
      return [exactly('errors to callers', errors, { limit: 0, unit: 'responses' }), ...claimsOf(written)];
    }),
};

/** What the catalogue provides for rollouts. */
import { EventStore } from '@kushk/event-store';
import type { Provider } from '@nestjs/common';
import { ReleaseChanges } from '../release/release-changes.js';
import { StatusSigner } from '../signing/status-signer.js';
import { AdvanceRolloutsWorker } from './advance-rollout/advance-rollouts.worker.js';
import { Rollouts } from './rollouts.view.js';

type WorkerDependencies = [EventStore, Rollouts, StatusSigner, ReleaseChanges];

export const rolloutProviders: Provider[] = [
  Rollouts,
  {
    provide: AdvanceRolloutsWorker,
    inject: [EventStore, Rollouts, StatusSigner, ReleaseChanges],
    useFactory: (...[store, rollouts, signer, changes]: WorkerDependencies) =>
      new AdvanceRolloutsWorker({ store, rollouts, signer, changes }),
  },
];

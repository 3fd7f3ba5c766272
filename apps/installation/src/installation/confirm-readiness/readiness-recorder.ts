import { forStream, streamRef } from '@kushk/decider';
import type { EventStore, FactMeta, IdempotencyKey } from '@kushk/event-store';
import type { RequiredService } from '../installation-facts.js';
import type { InstallationSecrets } from '../installation-secrets.js';
import { installationStream } from '../installation.js';
import { confirmReadiness } from './confirm-readiness.js';

interface Dependencies {
  readonly events: EventStore;
  readonly secrets: InstallationSecrets;
  readonly now: () => Date;
}
interface Ready {
  readonly service: RequiredService;
  readonly baseUrl?: string;
}
interface Cause {
  readonly idempotency: IdempotencyKey;
  readonly meta: FactMeta;
}

/**
 * Records that a service is ready for an installation. When the last required service is ready, the delivery of the
 * credentials starts.
 */
export class ReadinessRecorder {
  constructor(private readonly dependencies: Dependencies) {}

  /** `ready` is a service, with the address of the container from the service `containers`. */
  async record(installationId: string, ready: Ready, { idempotency, meta }: Cause): Promise<void> {
    const { events, secrets, now } = this.dependencies;
    const ref = streamRef(installationStream, installationId);
    const { state } = await events.load(ref);
    if (state.status === 'absent') return;
    const credentials = await secrets.unsealCredentials(state);
    // Without a sealed token there are no credentials to deliver, so the decision does not use this value.
    const sealedInstalledCall =
      credentials === null ? '' : await secrets.sealInstalledCall(state, credentials, { containerUrl: ready.baseUrl });
    const command = { ...ready, sealedInstalledCall, at: now().toISOString() };
    await events.run({
      name: 'ConfirmReadiness',
      streams: { installation: ref },
      decide: ({ installation }) => forStream('installation', confirmReadiness(command, installation)),
      idempotency,
      meta,
    });
  }
}

import { forStream, streamRef } from '@kushk/decider';
import type { EventStore, FactMeta, IdempotencyKey } from '@kushk/event-store';
import type { InstallationSecrets } from '../installation-secrets.js';
import { installationStream } from '../installation.js';
import { renewForVersion } from './renew-for-version.js';

interface Dependencies {
  readonly events: EventStore;
  readonly secrets: InstallationSecrets;
  readonly now: () => Date;
}
interface Cause {
  readonly idempotency: IdempotencyKey;
  readonly meta: FactMeta;
}

/** Makes new credentials for a new version of a container plugin and starts their delivery. */
export class VersionRenewer {
  constructor(private readonly dependencies: Dependencies) {}

  async renew(installationId: string, version: string, { idempotency, meta }: Cause): Promise<void> {
    const { events, secrets, now } = this.dependencies;
    const ref = streamRef(installationStream, installationId);
    const { state } = await events.load(ref);
    if (state.status === 'absent') return;
    const { credentials, stored } = await secrets.issueCredentials(installationId);
    const sealedInstalledCall = await secrets.sealInstalledCall(state, credentials);
    const first = state.installedAt === null ? await secrets.unsealCredentials(state) : null;
    const isReconnect = state.reconnects > 0;
    const firstInstalledCall = first === null ? null : await secrets.sealInstalledCall(state, first, { isReconnect });
    const command = { ...stored, version, sealedInstalledCall, firstInstalledCall, at: now().toISOString() };
    await events.run({
      name: 'RenewForVersion',
      streams: { installation: ref },
      decide: ({ installation }) => forStream('installation', renewForVersion(command, installation)),
      idempotency,
      meta,
    });
  }
}

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

interface Listening {
  readonly version: string;
  readonly baseUrl: string;
}

/** Makes new credentials for a container that starts another version, and starts their delivery. */
export class VersionRenewer {
  constructor(private readonly dependencies: Dependencies) {}

  /** Whether the plugin of the installation moves to the container of this version. */
  async isMoving(installationId: string, { version }: Listening): Promise<boolean> {
    const { state } = await this.dependencies.events.load(streamRef(installationStream, installationId));
    return state.status !== 'absent' && state.status !== 'removed' && state.move?.grants.version === version;
  }

  async renew(installationId: string, { version, baseUrl }: Listening, { idempotency, meta }: Cause): Promise<void> {
    const { events, secrets, now } = this.dependencies;
    const ref = streamRef(installationStream, installationId);
    const { state } = await events.load(ref);
    if (state.status === 'absent') return;
    const { credentials, stored } = await secrets.issueCredentials(installationId);
    const { move } = state;
    const renewed =
      move === null
        ? await secrets.sealInstalledCall(state, credentials)
        : await secrets.sealInstalledCall({ ...state, grants: move.grants, settings: move.settings }, credentials, {
            containerUrl: baseUrl,
            isReconnect: true,
          });
    const first = state.installedAt === null ? await secrets.unsealCredentials(state) : null;
    const isReconnect = state.reconnects > 0;
    const firstInstalledCall = first === null ? null : await secrets.sealInstalledCall(state, first, { isReconnect });
    const command = {
      ...stored,
      version,
      ...(move !== null && { containerUrl: baseUrl }),
      sealedInstalledCall: renewed,
      firstInstalledCall,
      at: now().toISOString(),
    };
    await events.run({
      name: 'RenewForVersion',
      streams: { installation: ref },
      decide: ({ installation }) => forStream('installation', renewForVersion(command, installation)),
      idempotency,
      meta,
    });
  }
}

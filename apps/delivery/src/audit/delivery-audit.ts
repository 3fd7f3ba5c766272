/** None of the facts of the delivery service is in the audit (docs/reference/audit.md). */
import { unaudited, type AnyAudit } from '@kushk/audit';
import { endpointStream } from '../endpoint/endpoint.js';
import { feedStream } from '../feed/feed.js';
import { releaseStream } from '../release/release.js';

const OF_INSTALLATION = 'the installation service has it';
const OF_CONTAINER = 'nobody did it: the state of the container shows it';

export const deliveryAudits: readonly AnyAudit[] = [
  unaudited(endpointStream, {
    EndpointRegistered: OF_INSTALLATION,
    LifecycleCallQueued: 'the list of deliveries has it',
    CredentialsIssued: OF_INSTALLATION,
    InstalledAnswered: OF_INSTALLATION,
    MoveStarted: OF_INSTALLATION,
    InstalledAbandoned: OF_CONTAINER,
    CredentialsHandedOver: OF_INSTALLATION,
    AvailabilityChanged: OF_INSTALLATION,
    ContainerReached: OF_CONTAINER,
    CapabilitiesChanged: OF_INSTALLATION,
    SecretRotated: OF_INSTALLATION,
    HealthReported: 'the list of deliveries has it',
    EndpointRemoved: OF_INSTALLATION,
    RemovedAnswered: 'the list of deliveries has it',
  }),
  unaudited(feedStream, { EventAppended: 'the list of deliveries has it' }),
  unaudited(releaseStream, { ReleaseSuspended: OF_INSTALLATION, ReleaseResumed: OF_INSTALLATION }),
];

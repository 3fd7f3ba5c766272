import { auditViews } from '@kushk/audit';
import type { StoreDefinition } from '@kushk/event-store';
import { deliveryAudits } from './audit/delivery-audit.js';
import { deliveryChanges } from './changes/delivery-changes.public.js';
import { LifecycleCallRow, lifecycleCalls } from './delivery/lifecycle-calls.view.js';
import { QueuedDeliveryRow, queuedEvents, queuedLifecycleCalls } from './delivery/queued-delivery.view.js';
import { endpointStream } from './endpoint/endpoint.js';
import { endpointPublic } from './endpoint/endpoint.public.js';
import { EndpointRow, endpoints } from './endpoint/endpoint.view.js';
import { feedStream } from './feed/feed.js';
import { FeedEventRow, feedEvents } from './feed/feed.view.js';
import { releaseStream } from './release/release.js';
import { SuspendedReleaseRow, suspendedReleases } from './release/suspended-releases.view.js';

const streams = [endpointStream, feedStream, releaseStream];

/** The streams of this service, the views over them and the facts that it publishes. */
export const deliveryStore: StoreDefinition = {
  service: 'delivery',
  streams,
  views: [
    endpoints,
    feedEvents,
    lifecycleCalls,
    queuedEvents,
    queuedLifecycleCalls,
    suspendedReleases,
    ...auditViews(streams, deliveryAudits),
  ],
  publications: [endpointPublic],
  listChanges: deliveryChanges,
  entities: [EndpointRow, FeedEventRow, LifecycleCallRow, QueuedDeliveryRow, SuspendedReleaseRow],
  migrations: new URL('./migrations/', import.meta.url),
};

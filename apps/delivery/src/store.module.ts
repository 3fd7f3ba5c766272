import type { StoreDefinition } from '@kushk/event-store';
import { OutgoingCallRow, queuedEvents, queuedLifecycleCalls } from './dispatch/queue.view.js';
import { endpointStream } from './endpoint/endpoint.js';
import { endpointPublic } from './endpoint/endpoint.public.js';
import { EndpointRow, endpoints } from './endpoint/endpoint.view.js';
import { feedStream } from './feed/feed.js';
import { FeedEventRow, feedEvents } from './feed/feed.view.js';
import { Views0001 } from './migrations/0001-views.js';
import { Dispatch0002 } from './migrations/0002-dispatch.js';

/** The log of this service: its streams, what is read from them, and what leaves it. */
export const deliveryStore: StoreDefinition = {
  service: 'delivery',
  streams: [endpointStream, feedStream],
  views: [endpoints, feedEvents, queuedEvents, queuedLifecycleCalls],
  publications: [endpointPublic],
  entities: [EndpointRow, FeedEventRow, OutgoingCallRow],
  migrations: [Views0001, Dispatch0002],
};

/** What the log of the delivery service is made of: its streams, the views written with them, their tables. */
import { OutgoingCallRow, queuedEvents, queuedLifecycleCalls } from './dispatch/queue.view.js';
import { endpointStream } from './endpoint/endpoint.js';
import { EndpointRow, endpoints } from './endpoint/endpoint.view.js';
import { feedStream } from './feed/feed.js';
import { FeedEventRow, feedEvents } from './feed/feed.view.js';
import { Views0001 } from './migrations/0001-views.js';
import { Dispatch0002 } from './migrations/0002-dispatch.js';

export const deliveryLog = {
  service: 'delivery',
  streams: [endpointStream, feedStream],
  views: [endpoints, feedEvents, queuedEvents, queuedLifecycleCalls],
  entities: [EndpointRow, FeedEventRow, OutgoingCallRow],
  migrations: [Views0001, Dispatch0002],
};

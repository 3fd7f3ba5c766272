/**
 * Which lists of the instance API change with the facts of the delivery service, and who may know. Attempts are not
 * facts: the worker that records them announces them (`../sending`).
 */
import { listChangesOf, noListChanges, type ListChanges } from '@kushk/event-store';
import { endpointStream } from '../endpoint/endpoint.js';
import { feedStream } from '../feed/feed.js';
import { releaseStream } from '../release/release.js';

export const deliveryChanges: readonly ListChanges[] = [
  listChangesOf(endpointStream, (endpoint) =>
    endpoint.status === 'unregistered'
      ? []
      : [{ audience: `organisation:${endpoint.organisationId}`, lists: ['deliveries', 'health'] }],
  ),
  ...noListChanges('a feed does not know its organisation; the first attempt follows at once', feedStream),
  ...noListChanges('the installation service has it', releaseStream),
];

/** Paused, resumed, suspended, brought back: whether calls may go out. Pure. */
import { accept, type Accepted } from '@kushk/decider';
import { entriesFor, orderKeys, type Feed, type FeedFact } from '../../feed/feed.js';
import { NotKnownYet, type Endpoint, type EndpointFact, type KnownEndpoint } from '../endpoint.js';

export interface ChangeAvailability {
  readonly installationId: string;
  readonly availability: string;
  readonly callable: boolean;
  readonly eventId: string;
  readonly at: string;
}
type Facts = { readonly endpoint: readonly EndpointFact[]; readonly feed: readonly FeedFact[] };

/**
 * Only the admin's pause is an event for the plugin (contract §7: `plugin.paused`, `plugin.resumed`). While it lasts
 * nothing is pushed, so the plugin hears of both when it is over, in order.
 */
export function changeAvailability(
  { endpoint, feed }: { readonly endpoint: Endpoint; readonly feed: Feed },
  command: ChangeAvailability,
): Accepted<Facts, null> {
  const { installationId, availability, callable, eventId, at } = command;
  if (endpoint.status === 'unknown') throw new NotKnownYet(installationId);
  if (endpoint.status === 'removed' || (endpoint.availability === availability && endpoint.callable === callable))
    return accept({ endpoint: [], feed: [] }, null);
  const eventType = tellingOf(endpoint, availability, callable);
  const happenings =
    eventType === null
      ? []
      : [
          {
            eventId,
            installationId,
            eventType,
            orderKey: orderKeys.installation,
            createdAt: at,
            data: { status: availability },
          } as const,
        ];
  return accept(
    {
      endpoint: [{ type: 'AvailabilityChanged', data: { availability, callable, at } }],
      feed: entriesFor(endpoint, feed, happenings),
    },
    null,
  );
}

/** Each once: a suspension that comes and goes while the admin's pause lasts is neither its end nor a second one. */
function tellingOf(
  { toldPaused }: KnownEndpoint,
  availability: string,
  callable: boolean,
): 'plugin.paused' | 'plugin.resumed' | null {
  if (availability === 'paused') return toldPaused ? null : 'plugin.paused';
  return callable && toldPaused ? 'plugin.resumed' : null;
}

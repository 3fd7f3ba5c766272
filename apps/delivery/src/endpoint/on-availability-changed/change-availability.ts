/** Decides whether calls may be sent after the installation was paused, resumed, suspended or reinstated. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { wantedEvents, type Feed, type FeedFact, type NewEvent } from '../../feed/feed.js';
import { endpointMissing, type Endpoint, type RegisteredEndpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface ChangeAvailability {
  readonly installationId: string;
  readonly availability: string;
  readonly callsAllowed: boolean;
  readonly eventId: string;
  readonly at: string;
}
type States = { readonly endpoint: Endpoint; readonly feed: Feed };
/** `pauseEnded`: an admin has resumed the installation, which also resumes its stopped deliveries. */
type Reply = { readonly pauseEnded: boolean };
type Facts = { readonly endpoint: readonly EndpointFact[]; readonly feed: readonly FeedFact[] };

/**
 * Only an admin's pause creates events for the plugin (`plugin.paused`, `plugin.resumed`). Nothing is pushed during
 * the pause, so the plugin receives both events, in order, when the pause has ended.
 */
export function changeAvailability({ endpoint, feed }: States, command: ChangeAvailability): Accepted<Facts, Reply> {
  switch (endpoint.status) {
    case 'unregistered':
      throw endpointMissing(command.installationId);
    case 'removed':
      return accept({ endpoint: [], feed: [] }, { pauseEnded: false });
    case 'registered':
      return changeRegistered(endpoint, feed, command);
    default:
      return unreachable(endpoint);
  }
}

function changeRegistered(
  endpoint: RegisteredEndpoint,
  feed: Feed,
  command: ChangeAvailability,
): Accepted<Facts, Reply> {
  const { availability, callsAllowed, at } = command;
  if (endpoint.availability === availability && endpoint.callsAllowed === callsAllowed)
    return accept({ endpoint: [], feed: [] }, { pauseEnded: false });
  return accept(
    {
      endpoint: [{ type: 'AvailabilityChanged', data: { availability, callsAllowed, at } }],
      feed: wantedEvents(endpoint, feed, pauseEvents(endpoint, command)),
    },
    { pauseEnded: pauseEventType(endpoint, command) === 'plugin.resumed' },
  );
}

function pauseEvents(endpoint: RegisteredEndpoint, command: ChangeAvailability): readonly NewEvent[] {
  const eventType = pauseEventType(endpoint, command);
  if (eventType === null) return [];
  const { installationId, eventId, availability, at } = command;
  const data = { status: availability };
  return [{ eventId, installationId, eventType, createdAt: at, data }];
}

/**
 * Appends each of the two events once per pause. A suspension during a pause neither ends the pause nor begins a
 * second one.
 */
function pauseEventType(
  { pauseAnnounced }: RegisteredEndpoint,
  { availability, callsAllowed }: ChangeAvailability,
): 'plugin.paused' | 'plugin.resumed' | null {
  if (availability === 'paused') return pauseAnnounced ? null : 'plugin.paused';
  return callsAllowed && pauseAnnounced ? 'plugin.resumed' : null;
}

/** Appends an event to the feed of an installation. Pure. */
import { accept, streamRef, unreachable, type Accepted } from '@kushk/decider';
import { endpointMissing, endpointStream, type Endpoint } from '../../endpoint/endpoint.js';
import { feedStream, wantedEvents, type Feed, type FeedFact, type NewEvent } from '../feed.js';

type States = { readonly endpoint: Endpoint; readonly feed: Feed };
type Facts = { readonly feed: readonly FeedFact[] };

/**
 * Appends no event when the plugin was removed or its manifest does not subscribe to the event type. Throws
 * `PrerequisiteMissing` when the endpoint is not registered yet; the broker then redelivers the fact.
 */
export function appendEvent({ endpoint, feed }: States, event: NewEvent): Accepted<Facts, null> {
  switch (endpoint.status) {
    case 'unregistered':
      throw endpointMissing(event.installationId);
    case 'removed':
      return accept({ feed: [] }, null);
    case 'registered':
      return accept({ feed: wantedEvents(endpoint, feed, [event]) }, null);
    default:
      return unreachable(endpoint);
  }
}

/** Returns the command that appends one event to a feed. Reactions run it. */
export function appendEventCommand(event: NewEvent) {
  return {
    name: 'AppendEvent',
    streams: {
      endpoint: streamRef(endpointStream, event.installationId),
      feed: streamRef(feedStream, event.installationId),
    },
    command: event,
    decide: (command: NewEvent, states: States) => appendEvent(states, command),
  };
}

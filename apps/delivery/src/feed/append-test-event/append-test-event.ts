/** Appends an event that nothing has caused, for a developer who tries how the plugin handles it. Pure. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { eventAppended, wantedEvents, type Feed, type FeedFact, type NewEvent } from '../feed.js';

export interface AppendTestEvent {
  readonly organisationId: string;
  readonly event: NewEvent;
}
interface AppendedTestEvent {
  readonly event_id: string;
  readonly type: string;
  readonly sequence: number;
}

/**
 * Refuses an event that the plugin does not subscribe to: the developer waits for it. `plugin.ping` needs no
 * subscription, because it is only a test.
 */
export function appendTestEvent(
  { organisationId, event }: AppendTestEvent,
  { endpoint, feed }: { readonly endpoint: Endpoint; readonly feed: Feed },
): Decision<{ readonly feed: readonly FeedFact[] }, AppendedTestEvent> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return refuse('installation.not_found');
    case 'registered': {
      if (endpoint.organisationId !== organisationId) return refuse('installation.not_found');
      const isPing = event.eventType === 'plugin.ping';
      const facts = isPing ? [eventAppended(event, feed.sequence + 1)] : wantedEvents(endpoint, feed, [event]);
      const [appended] = facts;
      if (appended === undefined) return refuse('events.not_subscribed', { type: event.eventType });
      const { eventId, eventType, sequence } = appended.data;
      return accept({ feed: facts }, { event_id: eventId, type: eventType, sequence });
    }
    default:
      return unreachable(endpoint);
  }
}

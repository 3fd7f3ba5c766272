/**
 * The event feed of one installation: numbered without gaps, pushed and polled from the same entries
 * (docs/reference/delivery.md, "Events").
 */
import type { JsonObject } from '@kushk/contracts';
import type { StreamType } from '@kushk/decider';
import type { EventType } from '@kushk/manifest';
import type { RegisteredEndpoint } from '../endpoint/endpoint.js';

export interface Feed {
  /** Sequence number of the last event; 0 when there is none. */
  readonly sequence: number;
}

export interface EventAppended {
  readonly type: 'EventAppended';
  readonly data: {
    readonly eventId: string;
    readonly eventType: EventType;
    readonly sequence: number;
    /** Events with the same key are delivered one after the other. */
    readonly orderKey: string;
    readonly createdAt: string;
    /** The exact text that every attempt sends. */
    readonly body: string;
  };
}
export type FeedFact = EventAppended;

/** Delivered to every plugin; every other type only when the manifest subscribes to it. */
const ALWAYS_DELIVERED: EventType = 'plugin.proposal.settled';

export const feedStream: StreamType<Feed, FeedFact> = {
  category: 'feed',
  initial: { sequence: 0 },
  evolve: (_feed, fact) => ({ sequence: fact.data.sequence }),
  stateVersion: 1,
};

/** An event before it has a place in the feed. */
export interface NewEvent {
  readonly eventId: string;
  readonly installationId: string;
  readonly eventType: EventType;
  readonly orderKey: string;
  readonly createdAt: string;
  readonly data: JsonObject;
}

/**
 * Numbers the events that the plugin subscribes to, in order, and writes their bodies. A body is written once, so that
 * every attempt and every poll return the same bytes.
 */
export function wantedEvents(
  endpoint: RegisteredEndpoint,
  feed: Feed,
  events: readonly NewEvent[],
): readonly EventAppended[] {
  const isWanted = (type: EventType): boolean => type === ALWAYS_DELIVERED || endpoint.subscribedEvents.includes(type);
  return events
    .filter(({ eventType }) => isWanted(eventType))
    .map((event, index) => eventAppended(event, feed.sequence + index + 1));
}

function eventAppended(event: NewEvent, sequence: number): EventAppended {
  const { eventId, installationId, eventType, orderKey, createdAt, data } = event;
  const body = JSON.stringify({
    id: eventId,
    type: eventType,
    installation_id: installationId,
    sequence,
    created_at: createdAt,
    data,
  });
  return { type: 'EventAppended', data: { eventId, eventType, sequence, orderKey, createdAt, body } };
}

/** Events with the same order key are delivered in order; different keys are delivered in parallel. */
export const orderKeys = {
  externalId: (externalId: string): string => `external_id:${externalId}`,
  /** Settings, plan, version, scopes, pause and resume: events about the installation as a whole. */
  installation: 'installation',
  wallet: 'wallet',
  hold: (holdId: string): string => `hold:${holdId}`,
} as const;

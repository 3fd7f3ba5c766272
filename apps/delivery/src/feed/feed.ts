/**
 * The event feed of one installation. Events are numbered without gaps; pushes and polls return the same entries
 * (docs/reference/delivery.md, "Events").
 */
import type { JsonObject, PluginEventData } from '@kushk/contracts';
import type { StreamType } from '@kushk/decider';
import { ALWAYS_DELIVERED_EVENTS, type EventType } from '@kushk/manifest';
import type { RegisteredEndpoint } from '../endpoint/endpoint.js';

export interface Feed {
  /** The sequence number of the last event; 0 when the feed is empty. */
  readonly sequence: number;
}

export interface EventAppended {
  readonly type: 'EventAppended';
  readonly data: {
    readonly eventId: string;
    readonly eventType: EventType;
    readonly sequence: number;
    /** The ordering key: events with the same key are delivered one at a time. */
    readonly orderKey: string;
    readonly createdAt: string;
    /** The exact request body that every attempt sends. */
    readonly body: string;
  };
}
export type FeedFact = EventAppended;

export const feedStream: StreamType<Feed, FeedFact> = {
  category: 'feed',
  factTypes: { EventAppended: true },
  initial: { sequence: 0 },
  evolve: (_feed, fact) => ({ sequence: fact.data.sequence }),
  stateVersion: 1,
};

interface EventOf<Type extends EventType> {
  readonly eventId: string;
  readonly installationId: string;
  readonly eventType: Type;
  readonly createdAt: string;
  readonly data: PluginEventData[Type];
}
/** An event that has no sequence number yet. Its type determines its data. */
export type NewEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/**
 * Numbers the events that the plugin subscribes to, in order, and serializes their bodies. A body is serialized only
 * once, so that every attempt and every poll return the same bytes.
 */
export function wantedEvents(
  endpoint: Pick<RegisteredEndpoint, 'subscribedEvents'>,
  feed: Feed,
  events: readonly NewEvent[],
): readonly EventAppended[] {
  const isWanted = (type: EventType): boolean =>
    ALWAYS_DELIVERED_EVENTS.includes(type) || endpoint.subscribedEvents.includes(type);
  return events
    .filter(({ eventType }) => isWanted(eventType))
    .map((event, index) => eventAppended(event, feed.sequence + index + 1));
}

/** The event with its place in the feed, whether the plugin subscribes to it or not. */
export function eventAppended(event: NewEvent, sequence: number): EventAppended {
  const { eventId, installationId, eventType, createdAt, data } = event;
  const body = JSON.stringify({
    id: eventId,
    type: eventType,
    installation_id: installationId,
    sequence,
    created_at: createdAt,
    data,
  });
  const orderKey = orderKeyByType[eventType](data);
  return { type: 'EventAppended', data: { eventId, eventType, sequence, orderKey, createdAt, body } };
}

const installationKey = (): string => 'installation';
const walletKey = (): string => 'wallet';
const externalIdKey = ({ external_id }: JsonObject): string => `external_id:${String(external_id)}`;

/**
 * Computes the ordering key of an event from its type and data. Events with the same key are delivered in order,
 * events with different keys in parallel. A new event type without an entry here does not compile.
 */
const orderKeyByType: Readonly<Record<EventType, (data: JsonObject) => string>> = {
  'plugin.proposal.settled': externalIdKey,
  'plugin.settings.changed': installationKey,
  'plugin.scopes.changed': installationKey,
  'plugin.version.changed': installationKey,
  'plugin.plan.changed': installationKey,
  'plugin.paused': installationKey,
  'plugin.resumed': installationKey,
  'plugin.wallet.low': walletKey,
  'plugin.wallet.hold_expired': ({ hold_id }) => `hold:${String(hold_id)}`,
  'plugin.source.reviewed': externalIdKey,
  'plugin.proposal.undone': externalIdKey,
  'plugin.ping': installationKey,
};

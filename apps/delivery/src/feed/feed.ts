/**
 * The feed of one installation: what has happened that its plugin should know, in order and without gaps. Pushed
 * and polled from the same entries (contract §7).
 */
import type { JsonObject } from '@kushk/contracts';
import type { StreamType } from '@kushk/decider';
import type { Endpoint } from '../endpoint/endpoint.js';

export interface Feed {
  readonly sequence: number;
}

/** An event was made. `body` is the exact text that goes over the wire at each attempt. */
export interface EventAppended {
  readonly type: 'EventAppended';
  readonly data: {
    readonly eventId: string;
    readonly eventType: EventType;
    readonly sequence: number;
    /** Events with the same key are delivered one after the other. */
    readonly orderKey: string;
    readonly createdAt: string;
    readonly body: string;
  };
}
export type FeedFact = EventAppended;

export type EventType =
  | 'plugin.proposal.settled'
  | 'plugin.settings.changed'
  | 'plugin.scopes.changed'
  | 'plugin.version.changed'
  | 'plugin.plan.changed'
  | 'plugin.paused'
  | 'plugin.resumed'
  | 'plugin.wallet.low'
  | 'plugin.wallet.hold_expired';

/** Always sent; every other type only to a plugin whose manifest asks for it (contract §4, `events`). */
const ALWAYS: readonly EventType[] = ['plugin.proposal.settled'];

export const feedStream: StreamType<Feed, FeedFact> = {
  category: 'feed',
  initial: { sequence: 0 },
  evolve: (_feed, fact) => ({ sequence: fact.data.sequence }),
  stateVersion: 1,
};

/** What an event says, before it has its place in a feed. */
export interface Happening {
  readonly eventId: string;
  readonly installationId: string;
  readonly eventType: EventType;
  readonly orderKey: string;
  readonly createdAt: string;
  readonly data: JsonObject;
}

/**
 * The entries for some happenings, in their order: none for a plugin that is gone or has not asked for the type.
 * The body is written here, once; a later attempt and a poll both give exactly this.
 */
export function entriesFor(endpoint: Endpoint, feed: Feed, happenings: readonly Happening[]): readonly EventAppended[] {
  if (endpoint.status !== 'known') return [];
  const wanted = happenings.filter(
    ({ eventType }) => ALWAYS.includes(eventType) || endpoint.wantedEvents.includes(eventType),
  );
  return wanted.map((happening, index) => entry(happening, feed.sequence + index + 1));
}

function entry(
  { eventId, installationId, eventType, orderKey, createdAt, data }: Happening,
  sequence: number,
): EventAppended {
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

/** Order keys: what must not overtake each other. A proposal's by its `external_id`, as the contract says. */
export const orderKeys = {
  externalId: (externalId: string): string => `external_id:${externalId}`,
  /** Settings, plan, version, scopes, pause and resume: what concerns the installation as a whole. */
  installation: 'installation',
  wallet: 'wallet',
  hold: (holdId: string): string => `hold:${holdId}`,
} as const;

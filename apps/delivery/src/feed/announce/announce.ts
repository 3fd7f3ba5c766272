/** Puts events into a feed. Pure. */
import { accept, type Accepted } from '@kushk/decider';
import { NotKnownYet, type Endpoint } from '../../endpoint/endpoint.js';
import { entriesFor, type Feed, type FeedFact, type Happening } from '../feed.js';

/** None for a plugin that is gone or has not asked for it. Throws `NotKnownYet` when the installation's own facts are still on their way. */
export function announce(
  states: { readonly endpoint: Endpoint; readonly feed: Feed },
  happening: Happening,
): Accepted<{ readonly feed: readonly FeedFact[] }, null> {
  if (states.endpoint.status === 'unknown') throw new NotKnownYet(happening.installationId);
  return accept({ feed: entriesFor(states.endpoint, states.feed, [happening]) }, null);
}

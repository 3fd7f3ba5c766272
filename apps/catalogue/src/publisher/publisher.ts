/**
 * The event stream of one publisher, `publisher-<id>`. Only the operator adds publishers; there is no
 * self-registration.
 */
import type { Fact, StreamType } from '@kushk/decider';

export type Publisher =
  { readonly status: 'absent' } | { readonly status: 'known'; readonly name: string; readonly addedAt: string };
export type PublisherAdded = Fact<'PublisherAdded', { readonly name: string; readonly at: string }>;
export type PublisherFact = PublisherAdded;

export const publisherStream: StreamType<Publisher, PublisherFact> = {
  category: 'publisher',
  factTypes: { PublisherAdded: true },
  initial: { status: 'absent' },
  evolve: (_state, fact) => ({ status: 'known', name: fact.data.name, addedAt: fact.data.at }),
  stateVersion: 1,
};

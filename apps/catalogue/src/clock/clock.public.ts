import { clockFacts } from '@kushk/contracts';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { clockStream } from '@kushk/event-store/clock';

/** Every other service of the scope follows the clock. */
export const clockPublic = publicationOf(clockStream, (fact) =>
  asPublicFact(clockFacts.ofHub, { ahead_seconds: fact.data.aheadSeconds, at: fact.data.at }),
);

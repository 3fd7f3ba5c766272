import { clockFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { clockStream } from '@kushk/event-store/clock';

/** Every other service of the scope follows the clock. */
export const clockPublic = publicationOf(clockStream, (fact) => {
  switch (fact.type) {
    case 'ClockAdvanced':
      return asPublicFact(clockFacts.ofHub, { ahead_seconds: fact.data.aheadSeconds, at: fact.data.at });
    default:
      return unreachable(fact.type);
  }
});

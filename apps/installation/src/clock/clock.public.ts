import { clockFacts } from '@kushk/contracts';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { clockStream } from '@kushk/event-store/clock';

export const clockPublic = publicationOf(clockStream, ({ data: { aheadSeconds: ahead_seconds, at } }) =>
  asPublicFact(clockFacts.ofInstance, { ahead_seconds, at }),
);

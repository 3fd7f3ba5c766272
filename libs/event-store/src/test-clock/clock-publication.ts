import type { clockFacts } from '@kushk/contracts';
import { asPublicFact, publicationOf, type Publication } from '../relay/publication.js';
import { clockStream } from './clock.js';

/** Of the service that owns the clock of its scope, which every other service of the scope follows. */
export function clockPublication(fact: (typeof clockFacts)[keyof typeof clockFacts]): Publication {
  return publicationOf(clockStream, ({ data: { aheadSeconds: ahead_seconds, at } }) =>
    asPublicFact(fact, { ahead_seconds, at }),
  );
}

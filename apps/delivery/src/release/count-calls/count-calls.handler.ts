import { queryHandler, respond } from '@kushk/broker';
import { delivery } from '@kushk/contracts';
import { ReleaseCounts } from './release-counts.view.js';

/** Returns what was counted of the calls of releases, each in a period. */
export const CountCallsHandler = queryHandler(
  delivery.countCalls,
  { counts: ReleaseCounts },
  async ({ periods }, { counts }) => {
    const read = await counts.of(periods);
    return respond({ as_of: read.asOf.toISOString(), counts: read.counts });
  },
);

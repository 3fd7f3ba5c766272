import { queryHandler, respond } from '@kushk/broker';
import { removalCounts } from '@kushk/contracts';
import { Installations } from '../installation.view.js';

/** Returns how many installations of releases were removed, each in a period. */
export const CountRemovalsHandler = queryHandler(
  removalCounts.countRemovals,
  { installations: Installations },
  async ({ periods }, { installations }) => respond({ removals: await installations.countRemovals(periods) }),
);

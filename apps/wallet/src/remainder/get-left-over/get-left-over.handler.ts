import { queryHandler, respond } from '@kushk/broker';
import { walletOverview } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { remainderStream } from '../remainder.js';
import { Remainders } from './remainders.view.js';

/** Returns the MU that the removed installations of all plugins left to an organisation. */
export const GetLeftOverHandler = queryHandler(
  walletOverview.leftOver,
  { store: EventStore, remainders: Remainders },
  async ({ organisation_id }, { store, remainders }) => {
    const keys = await remainders.keysOf(organisation_id);
    const left = await Promise.all(keys.map((key) => store.load(streamRef(remainderStream, key))));
    return respond({ mu: formatMu(left.reduce((sum, { state }) => sum + BigInt(state.microMu), 0n)) });
  },
);

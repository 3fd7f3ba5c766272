import { queryHandler, respond } from '@kushk/broker';
import { walletLedger } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { remainderKey, remainderStream } from '../remainder.js';

/** Returns the MU that the next installation of a plugin takes over. */
export const GetCarryOverHandler = queryHandler(
  walletLedger.carryOver,
  { store: EventStore },
  async (request, { store }) => {
    const key = remainderKey(request.organisation_id, request.plugin_id);
    const { state } = await store.load(streamRef(remainderStream, key));
    return respond({ mu: formatMu(BigInt(state.microMu)) });
  },
);

import { queryHandler, respond } from '@kushk/broker';
import { wallet } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { chargeFor } from '../charge.js';
import { balanceOf } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';

/** Returns what a charge would cost now. It reserves nothing. */
export const QuoteHandler = queryHandler(wallet.quote, { store: EventStore }, async (request, { store }) => {
  const { installation_id: installationId, service, count } = request;
  const { state } = await store.load(streamRef(walletStream, installationId));
  if (state.status === 'absent') return refuse('wallet.not_found');
  const charge = chargeFor(state, service, count);
  if ('accepted' in charge) return charge;
  return respond({
    service,
    count,
    rate: formatMu(charge.rateMicroMu),
    mu: formatMu(charge.amountMicroMu),
    available: balanceOf(state).available,
  });
});

import { respond } from '@kushk/broker';
import { wallet, type QuoteResource, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { chargeFor } from '../charge.js';
import { balanceOf } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';

/** Returns what a charge would cost now. It reserves nothing. */
@Controller()
export class QuoteHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(wallet.quote.subject)
  async handle(request: RequestOf<typeof wallet.quote>): Promise<Outcome<QuoteResource>> {
    const { installation_id: installationId, service, count } = request;
    const { state } = await this.store.load(streamRef(walletStream, installationId));
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
  }
}

import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, wallet, type ConsumedResource, type RequestOf } from '@kushk/contracts';
import { mapReply, streamRef, forStream, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ExpireHoldWorker } from '../../hold/expire-hold/expire-hold.worker.js';
import { balanceToWire } from '../../hold/hold-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { consumeMu, type ConsumeMu, type Consumption } from './consume-mu.js';

@Controller()
export class ConsumeMuHandler {
  constructor(
    private readonly store: EventStore,
    private readonly expiry: ExpireHoldWorker,
  ) {}

  @MessagePattern(wallet.consume.subject)
  async handle(request: RequestOf<typeof wallet.consume>, context: RequestContext): Promise<Outcome<ConsumedResource>> {
    const { installation_id: installationId, service, count, reference } = request;
    return await this.expiry.retryAfterExpiringHolds(installationId, () => {
      const at = now();
      const command: ConsumeMu = {
        id: newId('chg'),
        service,
        count,
        reference,
        month: usageMonthOf(at),
        at: at.toISOString(),
      };
      return this.store.run({
        name: 'ConsumeMu',
        streams: { wallet: streamRef(walletStream, installationId) },
        decide: (states) =>
          forStream(
            'wallet',
            mapReply(consumeMu(command, states.wallet), (consumed) => consumedToWire(command, consumed)),
          ),
        idempotency: permanentIdempotencyOf(request.idempotency),
        meta: metaOf(context),
      });
    });
  }
}

function consumedToWire(command: ConsumeMu, consumed: Consumption): ConsumedResource {
  const { id, service, count, reference, at } = command;
  return {
    id,
    service,
    count,
    charged: formatMu(consumed.amountMicroMu),
    rate: formatMu(consumed.rateMicroMu),
    reference,
    at,
    wallet: balanceToWire(consumed),
  };
}

import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, wallet, type ConsumedResource, type RequestOf } from '@kushk/contracts';
import { mapReply, streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ExpireHoldsHandler } from '../../hold/expire-holds/expire-holds.handler.js';
import { balanceToWire } from '../../hold/hold-resource.js';
import { walletStream } from '../wallet.js';
import { consumeMu, type ConsumeMu, type Consumed } from './consume-mu.js';

@Controller()
export class ConsumeMuHandler {
  constructor(
    private readonly store: EventStore,
    private readonly due: ExpireHoldsHandler,
  ) {}

  @MessagePattern(wallet.consume.subject)
  async answer(request: RequestOf<typeof wallet.consume>, context: RequestContext): Promise<Outcome<ConsumedResource>> {
    const { installation_id: installationId, service, count, reference } = request;
    return await this.due.beforeRefusing(installationId, () => {
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
          under(
            'wallet',
            mapReply(consumeMu(command, states.wallet), (consumed) => consumedToWire(command, consumed)),
          ),
        once: onceOf(request.once),
        meta: metaOf(context),
      });
    });
  }
}

function consumedToWire(command: ConsumeMu, consumed: Consumed): ConsumedResource {
  const { id, service, count, reference, at } = command;
  return {
    id,
    service,
    count,
    charged: formatMu(consumed.microMu),
    rate: formatMu(consumed.rateMicroMu),
    reference,
    at,
    wallet: balanceToWire(consumed),
  };
}

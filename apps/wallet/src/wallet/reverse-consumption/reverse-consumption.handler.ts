import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, walletLedger, type RequestOf, type ReversalResource } from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { WalletEntries } from '../../entries/entry-list.view.js';
import { balanceToWire } from '../../hold/hold-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { reversalKey, reversalStream } from '../../reversal/reversal.js';
import {
  reverseConsumption,
  type ConsumptionEntry,
  type Reversed,
  type ReverseConsumption,
} from './reverse-consumption.js';

@Controller()
export class ReverseConsumptionHandler {
  constructor(
    private readonly store: EventStore,
    private readonly entries: WalletEntries,
  ) {}

  @MessagePattern(walletLedger.reverse.subject)
  async handle(
    request: RequestOf<typeof walletLedger.reverse>,
    context: RequestContext,
  ): Promise<Outcome<ReversalResource>> {
    const { installation_id: installationId, entry_id: entryId } = request;
    // Entries never change, so it is enough to read the entry before the decision.
    const found = await this.entries.find(installationId, entryId);
    if (found === null) return refuse('wallet.entry_not_found', { entry_id: entryId });
    const { kind, service, count } = found;
    if ((kind !== 'consumption' && kind !== 'settle') || service === null || count === null)
      return refuse('wallet.entry_not_reversible', { entry_id: entryId, kind });
    const entry: ConsumptionEntry = {
      ...{ id: found.id, holdId: found.hold_id, service, count: Number(count) },
      ...{ rateMicroMu: found.rate, amountMicroMu: found.mu, giftedMicroMu: found.gifted },
    };
    return await this.reverse(entry, request, context);
  }

  private reverse(
    entry: ConsumptionEntry,
    request: RequestOf<typeof walletLedger.reverse>,
    context: RequestContext,
  ): Promise<Outcome<ReversalResource>> {
    const at = now();
    const { installation_id: installationId, organisation_id: organisationId, reason, by } = request;
    const command: ReverseConsumption = {
      ...{ id: newId('rvs'), organisationId, entry, reason, by },
      month: usageMonthOf(at),
      at: at.toISOString(),
    };
    return this.store.run({
      name: 'ReverseConsumption',
      streams: {
        wallet: streamRef(walletStream, installationId),
        reversal: streamRef(reversalStream, reversalKey(installationId, entry.id)),
      },
      decide: (states) =>
        mapReply(reverseConsumption(command, states), (reversed) => reversalToWire(command, reversed)),
      idempotency: permanentIdempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

function reversalToWire({ id, entry, reason, at }: ReverseConsumption, reversed: Reversed): ReversalResource {
  return {
    ...{ id, entry_id: entry.id, service: entry.service, count: entry.count, reason, at },
    mu: formatMu(BigInt(entry.amountMicroMu)),
    gifted: formatMu(BigInt(entry.giftedMicroMu)),
    wallet: balanceToWire(reversed),
  };
}

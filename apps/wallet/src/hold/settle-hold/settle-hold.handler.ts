import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, wallet, type RequestOf, type SettledHold } from '@kushk/contracts';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { idOfHold } from '../../entries/entry.js';
import { walletStream } from '../../wallet/wallet-stream.js';
import { ExpireHoldWorker } from '../expire-hold/expire-hold.worker.js';
import { holdKey, holdStream } from '../hold.js';
import { balanceToWire, holdToWire } from '../hold-to-wire.js';
import { settleHold, type Settlement } from './settle-hold.js';

@Controller()
export class SettleHoldHandler {
  constructor(
    private readonly store: EventStore,
    private readonly expiry: ExpireHoldWorker,
  ) {}

  @MessagePattern(wallet.settleHold.subject)
  async handle(request: RequestOf<typeof wallet.settleHold>, context: RequestContext): Promise<Outcome<SettledHold>> {
    const { installation_id: installationId, hold_id: holdId, count } = request;
    return await this.expiry.retryAfterExpiringHolds(installationId, () => {
      const at = now();
      const command = { holdId, count, month: usageMonthOf(at), at: at.toISOString() };
      return this.store.run({
        name: 'SettleHold',
        streams: {
          wallet: streamRef(walletStream, installationId),
          hold: streamRef(holdStream, holdKey(installationId, holdId)),
        },
        decide: (states) => mapReply(settleHold(command, states), (settled) => settledToWire(settled, command.at)),
        idempotency: permanentIdempotencyOf(request.idempotency),
        meta: metaOf(context),
      });
    });
  }
}

function settledToWire(settled: Settlement, at: string): SettledHold {
  return {
    ...holdToWire(settled.hold, 'settled', balanceToWire(settled)),
    settled_count: settled.count,
    charged: formatMu(settled.chargedMicroMu),
    released: formatMu(settled.releasedMicroMu),
    late: settled.late,
    settled_at: at,
    entry_id: idOfHold('stl', settled.hold.holdId),
  };
}

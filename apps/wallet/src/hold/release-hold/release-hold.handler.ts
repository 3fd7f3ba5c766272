import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, wallet, type ReleasedHold, type RequestOf } from '@kushk/contracts';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { walletStream } from '../../wallet/wallet-stream.js';
import { holdKey, holdStream } from '../hold.js';
import { balanceToWire, holdToWire } from '../hold-to-wire.js';
import { releaseHold } from './release-hold.js';

@Controller()
export class ReleaseHoldHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(wallet.releaseHold.subject)
  async handle(request: RequestOf<typeof wallet.releaseHold>, context: RequestContext): Promise<Outcome<ReleasedHold>> {
    const { installation_id: installationId, hold_id: holdId } = request;
    const at = now();
    const command = { holdId, month: usageMonthOf(at), at: at.toISOString() };
    return await this.store.run({
      name: 'ReleaseHold',
      streams: {
        wallet: streamRef(walletStream, installationId),
        hold: streamRef(holdStream, holdKey(installationId, holdId)),
      },
      decide: (states) =>
        mapReply(releaseHold(command, states), (released) => ({
          ...holdToWire(
            released.hold,
            released.hold.status === 'expired' ? 'expired' : 'released',
            balanceToWire(released),
          ),
          charged: '0',
          released: formatMu(released.releasedMicroMu),
        })),
      idempotency: permanentIdempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

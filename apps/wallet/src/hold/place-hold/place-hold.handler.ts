import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, wallet, type HoldResource, type RequestOf } from '@kushk/contracts';
import { mapReply, newStreamRef, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { walletStream } from '../../wallet/wallet-stream.js';
import { ExpireHoldWorker } from '../expire-hold/expire-hold.worker.js';
import { holdKey, holdStream } from '../hold.js';
import { balanceToWire, holdToWire } from '../hold-to-wire.js';
import { HOLD_TTL_SECONDS, placeHold } from './place-hold.js';

@Controller()
export class PlaceHoldHandler {
  constructor(
    private readonly store: EventStore,
    private readonly expiry: ExpireHoldWorker,
  ) {}

  @MessagePattern(wallet.placeHold.subject)
  async handle(request: RequestOf<typeof wallet.placeHold>, context: RequestContext): Promise<Outcome<HoldResource>> {
    return await this.expiry.retryAfterExpiringHolds(request.installation_id, () => this.place(request, context));
  }

  private place(request: RequestOf<typeof wallet.placeHold>, context: RequestContext): Promise<Outcome<HoldResource>> {
    const { installation_id: installationId, service, count, reference } = request;
    const holdId = newId('hld');
    const at = now();
    const [nowMs, month] = [at.getTime(), usageMonthOf(at)];
    const ttlSeconds = request.ttl_seconds ?? HOLD_TTL_SECONDS.standard;
    return this.store.run({
      name: 'PlaceHold',
      streams: {
        wallet: streamRef(walletStream, installationId),
        hold: newStreamRef(holdStream, holdKey(installationId, holdId)),
      },
      decide: (states) =>
        mapReply(placeHold({ holdId, service, count, ttlSeconds, reference, month, nowMs }, states), (placed) =>
          holdToWire(placed.hold, 'open', balanceToWire(placed)),
        ),
      idempotency: permanentIdempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

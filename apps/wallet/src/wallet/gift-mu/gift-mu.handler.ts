import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, wallet, type GrantResource, type RequestOf } from '@kushk/contracts';
import { forStream, mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { grantMu, type GrantMu } from '../grant-mu/grant-mu.js';
import { grantToWire } from '../grant-mu/grant-to-wire.js';
import { walletStream } from '../wallet-stream.js';

@Controller()
export class GiftMuHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(wallet.gift.subject)
  async handle(request: RequestOf<typeof wallet.gift>, context: RequestContext): Promise<Outcome<GrantResource>> {
    const at = now();
    const command: GrantMu = {
      id: newId('grt'),
      organisationId: request.organisation_id,
      kind: 'gift',
      mu: request.mu,
      reference: null,
      note: request.note,
      by: request.by,
      month: usageMonthOf(at),
      at: at.toISOString(),
    };
    return await this.store.run({
      name: 'GiftMu',
      streams: { wallet: streamRef(walletStream, request.installation_id) },
      decide: (states) =>
        forStream(
          'wallet',
          mapReply(grantMu(command, states.wallet), (grant) => grantToWire(command, grant)),
        ),
      idempotency: permanentIdempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { walletLedger, type RequestOf, type WalletControls } from '@kushk/contracts';
import { forStream, mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { unfreezeWallet } from './unfreeze-wallet.js';

@Controller()
export class UnfreezeWalletHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(walletLedger.unfreeze.subject)
  async handle(
    request: RequestOf<typeof walletLedger.unfreeze>,
    context: RequestContext,
  ): Promise<Outcome<WalletControls>> {
    const { by } = request;
    const command = { organisationId: request.organisation_id, by, at: now().toISOString() };
    return await this.store.run({
      name: 'UnfreezeWallet',
      streams: { wallet: streamRef(walletStream, request.installation_id) },
      decide: (states) => forStream('wallet', mapReply(unfreezeWallet(command, states.wallet), controlsToWire)),
      idempotency: permanentIdempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

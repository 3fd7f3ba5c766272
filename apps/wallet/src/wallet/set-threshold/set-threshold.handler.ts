import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { walletLedger, type RequestOf, type WalletControls } from '@kushk/contracts';
import { forStream, mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { setThreshold } from './set-threshold.js';

@Controller()
export class SetThresholdHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(walletLedger.setThreshold.subject)
  async handle(
    request: RequestOf<typeof walletLedger.setThreshold>,
    context: RequestContext,
  ): Promise<Outcome<WalletControls>> {
    const { mu, by } = request;
    const command = { organisationId: request.organisation_id, mu, by, at: now().toISOString() };
    return await this.store.run({
      name: 'SetThreshold',
      streams: { wallet: streamRef(walletStream, request.installation_id) },
      decide: (states) => forStream('wallet', mapReply(setThreshold(command, states.wallet), controlsToWire)),
      idempotency: permanentIdempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { walletLedger, type RequestOf, type WalletControls } from '@kushk/contracts';
import { forStream, mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { setBudget } from './set-budget.js';

@Controller()
export class SetBudgetHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(walletLedger.setBudget.subject)
  async handle(
    request: RequestOf<typeof walletLedger.setBudget>,
    context: RequestContext,
  ): Promise<Outcome<WalletControls>> {
    const { monthly, services, by } = request;
    const command = { organisationId: request.organisation_id, monthly, services, by, at: now().toISOString() };
    return await this.store.run({
      name: 'SetBudget',
      streams: { wallet: streamRef(walletStream, request.installation_id) },
      decide: (states) => forStream('wallet', mapReply(setBudget(command, states.wallet), controlsToWire)),
      idempotency: permanentIdempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

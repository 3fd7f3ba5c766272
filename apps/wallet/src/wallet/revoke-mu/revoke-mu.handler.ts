import { metaOf, permanentIdempotencyOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, walletLedger, type RequestOf, type RevocationResource } from '@kushk/contracts';
import { forStream, mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { balanceToWire } from '../../hold/hold-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { revokeMu, type RevokeMu } from './revoke-mu.js';

@Controller()
export class RevokeMuHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(walletLedger.revoke.subject)
  async handle(
    request: RequestOf<typeof walletLedger.revoke>,
    context: RequestContext,
  ): Promise<Outcome<RevocationResource>> {
    const at = now();
    const { kind, mu, reason, by } = request;
    const command: RevokeMu = {
      id: newId('rvk'),
      organisationId: request.organisation_id,
      ...{ kind, mu, reason, by },
      month: usageMonthOf(at),
      at: at.toISOString(),
    };
    return await this.store.run({
      name: 'RevokeMu',
      streams: { wallet: streamRef(walletStream, request.installation_id) },
      decide: (states) =>
        forStream(
          'wallet',
          mapReply(revokeMu(command, states.wallet), (revoked) => ({
            ...{ id: command.id, kind, reason, at: command.at },
            mu: formatMu(revoked.amountMicroMu),
            wallet: balanceToWire(revoked),
          })),
        ),
      idempotency: permanentIdempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

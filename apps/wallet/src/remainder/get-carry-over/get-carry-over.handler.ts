import { respond } from '@kushk/broker';
import { walletLedger, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { remainderKey, remainderStream } from '../remainder.js';

/** Returns the MU that the next installation of a plugin takes over. */
@Controller()
export class GetCarryOverHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(walletLedger.carryOver.subject)
  async handle(request: RequestOf<typeof walletLedger.carryOver>): Promise<Outcome<{ mu: string }>> {
    const key = remainderKey(request.organisation_id, request.plugin_id);
    const { state } = await this.store.load(streamRef(remainderStream, key));
    return respond({ mu: formatMu(BigInt(state.microMu)) });
  }
}

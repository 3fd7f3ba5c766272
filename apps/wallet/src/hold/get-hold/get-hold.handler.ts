import { respond } from '@kushk/broker';
import { wallet, type HoldResource, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { walletStream } from '../../wallet/wallet-stream.js';
import { availableOf } from '../../wallet/wallet.js';
import { holdKey, holdStream } from '../hold.js';
import { balanceToWire, holdToWire } from '../hold-to-wire.js';

@Controller()
export class GetHoldHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(wallet.getHold.subject)
  async handle(request: RequestOf<typeof wallet.getHold>): Promise<Outcome<HoldResource>> {
    const { installation_id: installationId, hold_id: holdId } = request;
    const [hold, owner] = await Promise.all([
      this.store.load(streamRef(holdStream, holdKey(installationId, holdId))),
      this.store.load(streamRef(walletStream, installationId)),
    ]);
    if (hold.state.status === 'absent' || owner.state.status === 'absent')
      return refuse('wallet.hold_not_found', { id: holdId });
    const { totals } = owner.state;
    return respond(
      holdToWire(
        hold.state,
        hold.state.status,
        balanceToWire({ availableMicroMu: availableOf(totals), heldMicroMu: totals.held }),
      ),
    );
  }
}

import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { walletFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReadinessRecorder } from '../confirm-readiness/readiness-recorder.js';

const reaction = 'on-wallet-opened';

@Controller()
export class OnWalletOpenedHandler {
  constructor(private readonly readiness: ReadinessRecorder) {}

  @EventPattern<string>(walletFacts.walletOpened.subject, { reaction })
  async react(data: DataOf<typeof walletFacts.walletOpened>, context: FactContext): Promise<void> {
    const cause = { idempotency: idempotencyFor(reaction, context), meta: causedBy(context) };
    await this.readiness.record(data.installation_id, { service: 'wallet' }, cause);
  }
}

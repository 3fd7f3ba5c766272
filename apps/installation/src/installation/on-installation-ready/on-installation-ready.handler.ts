import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { workspaceFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReadinessRecorder } from '../confirm-readiness/readiness-recorder.js';

const reaction = 'on-installation-ready';

@Controller()
export class OnInstallationReadyHandler {
  constructor(private readonly readiness: ReadinessRecorder) {}

  @EventPattern<string>(workspaceFacts.installationReady.subject, { reaction })
  async react(data: DataOf<typeof workspaceFacts.installationReady>, context: FactContext): Promise<void> {
    const cause = { idempotency: idempotencyFor(reaction, context), meta: causedBy(context) };
    await this.readiness.record(data.installation_id, { service: 'workspace' }, cause);
  }
}

import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { containerFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReadinessRecorder } from '../confirm-readiness/readiness-recorder.js';
import { VersionRenewer } from '../renew-for-version/version-renewer.js';

const reaction = 'on-container-listening';

@Controller()
export class OnContainerListeningHandler {
  constructor(
    private readonly readiness: ReadinessRecorder,
    private readonly renewer: VersionRenewer,
  ) {}

  @EventPattern<string>(containerFacts.containerListening.subject, { reaction })
  async react(data: DataOf<typeof containerFacts.containerListening>, context: FactContext): Promise<void> {
    const cause = { idempotency: idempotencyFor(reaction, context), meta: causedBy(context) };
    if (data.is_update) await this.renewer.renew(data.installation_id, data.version, cause);
    else await this.readiness.record(data.installation_id, { service: 'containers', baseUrl: data.base_url }, cause);
  }
}

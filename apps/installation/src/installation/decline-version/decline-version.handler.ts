import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { overInstallation } from '../installation-decision.js';
import { InstallationResources } from '../installation-resources.js';
import { declineVersion } from './decline-version.js';

@Controller()
export class DeclineVersionHandler {
  constructor(
    private readonly events: EventStore,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.declineVersion.subject)
  async handle(
    request: RequestOf<typeof installation.declineVersion>,
    context: RequestContext,
  ): Promise<Outcome<InstallationForAdmin>> {
    const command = { version: request.version, by: request.by, at: now().toISOString() };
    return await this.events.run({
      name: 'DeclineVersion',
      ...overInstallation(request, (state) => this.resources.replyForAdmin(declineVersion(command, state))),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

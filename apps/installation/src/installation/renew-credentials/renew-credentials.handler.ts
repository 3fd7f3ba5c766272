import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { overInstallation } from '../installation-decision.js';
import { InstallationResources } from '../installation-resources.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { installationStream } from '../installation.js';
import { renewCredentials } from './renew-credentials.js';

@Controller()
export class RenewCredentialsHandler {
  constructor(
    private readonly events: EventStore,
    private readonly secrets: InstallationSecrets,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.renewCredentials.subject)
  async handle(
    request: RequestOf<typeof installation.renewCredentials>,
    context: RequestContext,
  ): Promise<Outcome<InstallationForAdmin>> {
    const { organisation_id, installation_id, by } = request;
    const { state } = await this.events.load(streamRef(installationStream, installation_id));
    if (state.status === 'absent' || state.organisationId !== organisation_id) return refuse('installation.not_found');
    const { credentials, stored } = await this.secrets.issueCredentials(installation_id);
    const sealedInstalledCall = await this.secrets.sealInstalledCall(state, credentials);
    const command = { ...stored, sealedInstalledCall, by, at: now().toISOString() };
    return await this.events.run({
      name: 'RenewCredentials',
      ...overInstallation(request, (current) => this.resources.replyForAdmin(renewCredentials(command, current))),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

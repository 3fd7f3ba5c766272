import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { MAX_ADMIN_ATTEMPTS, retryOnVersionConflict } from '../expected-versions.js';
import { overInstallation } from '../installation-decision.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { changeSettings } from './change-settings.js';
import { SettingsPreparation } from './settings-preparation.js';

type Request = RequestOf<typeof installation.changeSettings>;

@Controller()
export class ChangeSettingsHandler {
  constructor(
    private readonly events: EventStore,
    private readonly preparation: SettingsPreparation,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.changeSettings.subject)
  async handle(request: Request, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const stored = await this.events.findReply<InstallationForAdmin>(idempotencyOf(request.idempotency), [
      streamRef(installationStream, request.installation_id),
    ]);
    if (stored !== null) return stored;
    return await retryOnVersionConflict(() => this.attempt(request, context), {
      maxAttempts: MAX_ADMIN_ATTEMPTS,
      giveUp: () => new StoreBusy(`installation ${request.installation_id} changed during every attempt`),
    });
  }

  private async attempt(request: Request, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const { state } = await this.events.load(streamRef(installationStream, request.installation_id));
    if (state.status === 'absent' || state.organisationId !== request.organisation_id)
      return refuse('installation.not_found');
    const revision = request.revision ?? null;
    if (revision !== null && revision !== state.settingsRevision)
      return refuse('installation.revision_conflict', { revision: state.settingsRevision });
    const prepared = await this.preparation.prepare(request.settings, state);
    if (!prepared.accepted) return prepared;
    const command = { ...prepared.change, by: request.by, at: now().toISOString() };
    return await this.events.run({
      name: 'ChangeSettings',
      ...overInstallation(request, (current) => this.resources.replyForAdmin(changeSettings(command, current))),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

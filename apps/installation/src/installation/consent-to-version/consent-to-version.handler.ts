import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { forStream, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { listingKey, listingStream } from '../../listing/listing.js';
import { MAX_ADMIN_ATTEMPTS, retryOnVersionConflict } from '../expected-versions.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { ConsentPreparation } from './consent-preparation.js';
import { consentToVersion } from './consent-to-version.js';

type Request = RequestOf<typeof installation.consentToVersion>;

@Controller()
export class ConsentToVersionHandler {
  constructor(
    private readonly events: EventStore,
    private readonly preparation: ConsentPreparation,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.consentToVersion.subject)
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
    const ref = streamRef(installationStream, request.installation_id);
    const { state } = await this.events.load(ref);
    if (state.status === 'absent' || state.organisationId !== request.organisation_id)
      return refuse('installation.not_found');
    const prepared = await this.preparation.prepare(request, state);
    if (!prepared.accepted) return prepared;
    const command = { ...prepared.consent, by: request.by, at: now().toISOString() };
    return await this.events.run({
      name: 'ConsentToVersion',
      streams: {
        installation: ref,
        listing: streamRef(listingStream, listingKey(state.pluginId, request.version)),
      },
      decide: (states) => forStream('installation', this.resources.replyForAdmin(consentToVersion(command, states))),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

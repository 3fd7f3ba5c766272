import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type InstallRequest } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { listingKey, listingStream } from '../../listing/listing.js';
import { reservationKey, reservationStream } from '../../reservation/reservation.js';
import { MAX_ADMIN_ATTEMPTS, retryOnVersionConflict } from '../expected-versions.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { InstallPreparation } from './install-preparation.js';
import { install } from './install.js';

@Controller()
export class InstallHandler {
  constructor(
    private readonly events: EventStore,
    private readonly preparation: InstallPreparation,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.install.subject)
  async handle(request: InstallRequest, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const stored = await this.events.findReply<InstallationForAdmin>(idempotencyOf(request.idempotency));
    if (stored !== null) return stored;
    return await retryOnVersionConflict(() => this.attempt(request, context), {
      maxAttempts: MAX_ADMIN_ATTEMPTS,
      giveUp: () => new StoreBusy(`${request.plugin_id} was published again during every attempt`),
    });
  }

  private async attempt(request: InstallRequest, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const prepared = await this.preparation.prepare(request);
    if (!prepared.accepted) return prepared;
    const { command } = prepared;
    const { organisationId, pluginId, grants } = command;
    return await this.events.run({
      name: 'Install',
      streams: {
        reservation: streamRef(reservationStream, reservationKey(organisationId, pluginId)),
        installation: streamRef(installationStream, command.installationId),
        listing: streamRef(listingStream, listingKey(pluginId, grants.version)),
      },
      decide: (states) => this.resources.replyForAdmin(install(command, states)),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

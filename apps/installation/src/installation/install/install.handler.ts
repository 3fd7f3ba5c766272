import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type InstallRequest } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { listingKey, listingStream } from '../../listing/listing.js';
import { reservationKey, reservationStream } from '../../reservation/reservation.js';
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
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.events.findReply<InstallationForAdmin>(idempotency);
    if (stored !== null) return stored;
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
      idempotency,
      meta: metaOf(context),
    });
  }
}

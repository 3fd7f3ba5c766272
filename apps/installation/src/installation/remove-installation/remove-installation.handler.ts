import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { reservationKey, reservationStream } from '../../reservation/reservation.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { removeInstallation } from './remove-installation.js';

@Controller()
export class RemoveInstallationHandler {
  constructor(
    private readonly events: EventStore,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.removeInstallation.subject)
  async handle(
    request: RequestOf<typeof installation.removeInstallation>,
    context: RequestContext,
  ): Promise<Outcome<InstallationForAdmin>> {
    const ref = streamRef(installationStream, request.installation_id);
    // The organisation and the plugin of an installation never change, so they may be read before the decision.
    const { state } = await this.events.load(ref);
    if (state.status === 'absent' || state.organisationId !== request.organisation_id)
      return refuse('installation.not_found');
    const command = { by: request.by, at: now().toISOString() };
    return await this.events.run({
      name: 'RemoveInstallation',
      streams: {
        installation: ref,
        reservation: streamRef(reservationStream, reservationKey(state.organisationId, state.pluginId)),
      },
      decide: (states) => this.resources.replyForAdmin(removeInstallation(command, states)),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

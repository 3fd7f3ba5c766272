import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationWire } from '../installation-wire.handler.js';
import { installationStream } from '../installation.js';
import { rowOf } from '../installation.view.js';
import { slotKey, slotStream } from '../slot.js';
import { removeInstallation } from './remove-installation.js';

@Controller()
export class RemoveInstallationHandler {
  constructor(
    private readonly store: EventStore,
    private readonly wire: InstallationWire,
  ) {}

  @MessagePattern(installation.removeInstallation.subject)
  async answer(
    request: RequestOf<typeof installation.removeInstallation>,
    context: RequestContext,
  ): Promise<Outcome<InstallationForAdmin>> {
    const ref = streamRef(installationStream, request.installation_id);
    const { state } = await this.store.load(ref);
    // Organisation and plugin of an installation never change, so they may be read before the decision.
    if (state.phase === 'absent' || state.organisationId !== request.organisation_id)
      return no('installation.not_found');
    const command = { by: request.by, at: now().toISOString() };
    return await this.store.run({
      name: 'RemoveInstallation',
      streams: { installation: ref, slot: streamRef(slotStream, slotKey(state.organisationId, state.pluginId)) },
      decide: (states) =>
        mapReply(removeInstallation(command, states), (removed) => this.wire.forAdmin(rowOf(removed))),
      once: onceOf(request.once),
      meta: metaOf(context),
    });
  }
}

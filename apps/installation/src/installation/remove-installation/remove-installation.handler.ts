import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { reservationKey, reservationStream } from '../../reservation/reservation.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { removeInstallation } from './remove-installation.js';

export const RemoveInstallationHandler = commandHandler(
  installation.removeInstallation,
  { events: EventStore, resources: InstallationResources },
  async (request, { events, resources }, { run }) => {
    const ref = streamRef(installationStream, request.installation_id);
    // The organisation and the plugin of an installation never change, so they may be read before the decision.
    const { state } = await events.load(ref);
    if (state.status === 'absent' || state.organisationId !== request.organisation_id)
      return refuse('installation.not_found');
    return run({
      name: 'RemoveInstallation',
      streams: {
        installation: ref,
        reservation: streamRef(reservationStream, reservationKey(state.organisationId, state.pluginId)),
      },
      command: { by: request.by, at: now().toISOString() },
      decide: (command, states) => resources.replyForAdmin(removeInstallation(command, states)),
    });
  },
);

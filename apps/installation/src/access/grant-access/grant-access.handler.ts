import { commandHandler } from '@kushk/broker';
import { installationAccess } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { InstallationUpdater } from '../../installation/installation-updater.js';
import { accessKey, accessStream } from '../access.js';
import { grantAccess } from './grant-access.js';

/** An organisation that has installed another version of the plugin follows its private releases from now on. */
export const GrantAccessHandler = commandHandler(
  installationAccess.grantAccess,
  { updater: InstallationUpdater },
  async (request, { updater }, { run, meta }) => {
    const { organisation_id: organisationId, plugin_id: pluginId, access_id: accessId, last4, by } = request;
    const outcome = await run({
      name: 'GrantAccess',
      stream: streamRef(accessStream, accessKey(organisationId, pluginId)),
      command: { accessId, pluginId, last4, by, at: now().toISOString() },
      decide: (command, access) => grantAccess(command, access),
    });
    if (outcome.accepted) await updater.followNewestVersionOf(organisationId, pluginId, meta);
    return outcome;
  },
);

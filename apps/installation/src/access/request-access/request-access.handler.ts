import { commandHandler } from '@kushk/broker';
import { installationAccess } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { accessAttemptsStream } from '../access-attempts.js';
import { accessKey, accessStream } from '../access.js';
import { requestAccess } from './request-access.js';

export const RequestAccessHandler = commandHandler(installationAccess.requestAccess, {
  name: 'RequestAccess',
  command: ({ organisation_id: organisationId, plugin_id: pluginId }) => ({
    accessId: newId('acc'),
    organisationId,
    pluginId,
    at: now().toISOString(),
  }),
  streams: ({ organisation_id, plugin_id }) => ({
    access: streamRef(accessStream, accessKey(organisation_id, plugin_id)),
    attempts: streamRef(accessAttemptsStream, organisation_id),
  }),
  decide: (command, states) => requestAccess(command, states),
});

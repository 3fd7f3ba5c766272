import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { capabilitiesFromWire } from '../capabilities.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { registerEndpoint } from './register-endpoint.js';

export const OnInstallationRequestedHandler = reactionHandler(installationFacts.installationRequested, {
  reaction,
  name: 'RegisterEndpoint',
  command: ({ organisation_id, plugin_id, sealed_signing_secret, capabilities, at }) => ({
    organisationId: organisation_id,
    pluginId: plugin_id,
    sealedSecret: sealed_signing_secret,
    capabilities: capabilitiesFromWire(capabilities),
    at,
  }),
  stream: ({ installation_id }) => streamRef(endpointStream, installation_id),
  decide: (command, endpoint) => registerEndpoint(endpoint, command),
});

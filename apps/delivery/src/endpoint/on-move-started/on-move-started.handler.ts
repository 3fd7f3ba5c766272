import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { startMove } from './start-move.js';

export const OnMoveStartedHandler = reactionHandler(installationFacts.moveStarted, {
  reaction,
  name: 'StartMove',
  command: ({ installation_id, capabilities, give_up_at, at }) => ({
    installationId: installation_id,
    version: capabilities.version,
    baseUrl: capabilities.base_url,
    giveUpAt: give_up_at,
    at,
  }),
  stream: ({ installation_id }) => streamRef(endpointStream, installation_id),
  decide: (command, endpoint) => startMove(endpoint, command),
});

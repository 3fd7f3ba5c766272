import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { capabilitiesFromWire } from '../capabilities.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { startMove } from './start-move.js';

export const OnMoveStartedHandler = reactionHandler(installationFacts.moveStarted, {
  reaction,
  name: 'StartMove',
  command: ({ installation_id: installationId, capabilities, give_up_at: giveUpAt, at }) => {
    const { version, baseUrl, polling } = capabilitiesFromWire(capabilities);
    return { installationId, version, baseUrl, ...(polling !== undefined && { polling }), giveUpAt, at };
  },
  stream: ({ installation_id }) => streamRef(endpointStream, installation_id),
  decide: (command, endpoint) => startMove(endpoint, command),
});

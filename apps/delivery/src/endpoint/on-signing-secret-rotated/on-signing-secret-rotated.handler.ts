import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { rotateSecret } from './rotate-secret.js';

export const OnSigningSecretRotatedHandler = reactionHandler(installationFacts.signingSecretRotated, {
  reaction,
  name: 'RotateSecret',
  command: ({ installation_id, sealed_signing_secret, previous_signs_until, at }) => ({
    installationId: installation_id,
    sealedSecret: sealed_signing_secret,
    previousSignsUntil: previous_signs_until,
    at,
  }),
  stream: ({ installation_id }) => streamRef(endpointStream, installation_id),
  decide: (command, endpoint) => rotateSecret(endpoint, command),
});

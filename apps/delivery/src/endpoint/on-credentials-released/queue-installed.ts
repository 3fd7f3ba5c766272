/** The credentials may go out: the `installed` call is to be made until it is answered. Pure. */
import { accept, type Accepted } from '@kushk/decider';
import { NotKnownYet, type Endpoint, type EndpointFact } from '../endpoint.js';

export interface QueueInstalled {
  readonly installationId: string;
  readonly callId: string;
  readonly sealedBody: string;
  /** Where it brings renewed credentials: signs from its answer on. */
  readonly nextSealedSecret?: string;
  readonly at: string;
}

/** Nothing for an installation that is gone: its credentials must not go out any more. */
export function queueInstalled(endpoint: Endpoint, command: QueueInstalled): Accepted<readonly EndpointFact[], null> {
  const { installationId, callId, sealedBody, nextSealedSecret, at } = command;
  switch (endpoint.status) {
    case 'unknown':
      throw new NotKnownYet(installationId);
    case 'removed':
      return accept([], null);
    case 'known':
      return accept(
        [
          {
            type: 'LifecycleCallQueued',
            data: {
              callId,
              event: 'installed',
              sealedBody,
              ...(nextSealedSecret !== undefined && { nextSealedSecret }),
              at,
            },
          },
        ],
        null,
      );
  }
}

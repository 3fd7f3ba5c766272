import { reactionHandler } from '@kushk/broker';
import type { PublicFactType } from '@kushk/contracts';
import { streamRef, type Decision } from '@kushk/decider';
import { realNow } from '@kushk/runtime';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream, type Endpoint, type EndpointFact } from '../endpoint.js';

interface HandoverReaction<Data, Input> {
  readonly reaction: string;
  readonly name: string;
  readonly command: (data: Data) => Input;
  readonly decide: (endpoint: Endpoint, command: Input) => Decision<readonly EndpointFact[], unknown>;
}

/**
 * A reaction to credentials that the plugin gets or has got. It deletes the calls that were cancelled before: a version
 * that replaces one which did not accept its credentials gets them in a call of its own.
 */
export function handoverHandler<Data extends { readonly installation_id: string }, Input>(
  fact: PublicFactType<Data>,
  { reaction, name, command: commandOf, decide }: HandoverReaction<Data, Input>,
) {
  const options = { reaction, needs: { workers: DeliveryWorkers, cancelledCalls: CancelledCalls } };
  return reactionHandler(fact, options, async (data, { workers, cancelledCalls }, { run }) => {
    const { installation_id: installationId } = data;
    await run({
      name,
      stream: streamRef(endpointStream, installationId),
      command: commandOf(data),
      decide: (command, endpoint) => decide(endpoint, command),
    });
    await cancelledCalls.delete(installationId, realNow());
    workers.notify(installationId);
  });
}

import { reactionHandler } from '@kushk/broker';
import type { PublicFactType } from '@kushk/contracts';
import { streamRef, type Decision } from '@kushk/decider';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { containerStream, type Container, type ContainerFact } from '../container.js';

interface ContainerReaction<Data, Input> {
  readonly reaction: string;
  readonly name: string;
  readonly command: (data: Data) => Input;
  readonly decide: (container: Container, command: Input) => Decision<readonly ContainerFact[], unknown>;
}

/** A reaction that changes the container of the fact's installation and has it reconciled. */
export function containerHandler<Data extends { readonly installation_id: string }, Input>(
  fact: PublicFactType<Data>,
  { reaction, name, command: commandOf, decide }: ContainerReaction<Data, Input>,
) {
  const options = { reaction, needs: { reconciler: ReconcilerWorker } };
  return reactionHandler(fact, options, async (data, { reconciler }, { run }) => {
    await run({
      name,
      stream: streamRef(containerStream, data.installation_id),
      command: commandOf(data),
      decide: (command, container) => decide(container, command),
    });
    reconciler.notify();
  });
}

/**
 * Chooses the batcher of each command. Commands with large inputs have a batcher, and thus a connection, of their own:
 * a batch that writes megabytes does not delay the small commands of everybody else.
 */
import { streamIdOf, type AnyStreamRef, type Outcome } from '@kushk/decider';
import type { AnyCommand } from './decide-batch.js';
import { firstStreamId } from './split-batch.js';

/** A command whose request has more bytes than this is large. */
const largeCommandBytes = 64 * 1024;

/** Runs commands: `CommandBatcher`. */
interface CommandRunner {
  run(command: AnyCommand): Promise<Outcome<unknown>>;
}

export class CommandRouter implements CommandRunner {
  /** Number of large commands that wait or are executed, by stream id. */
  private readonly largeByStream = new Map<string, number>();

  private readonly batchers: readonly CommandRunner[];
  private readonly largeBatcher: CommandRunner;

  constructor(batchers: readonly CommandRunner[], largeBatcher: CommandRunner) {
    this.batchers = batchers;
    this.largeBatcher = largeBatcher;
  }

  run(command: AnyCommand): Promise<Outcome<unknown>> {
    if ((command.meta?.requestBytes ?? 0) > largeCommandBytes || this.followsLarge(command))
      return this.runLarge(command);
    const index = hashOf(firstStreamId(command)) % this.batchers.length;
    return (this.batchers[index] as CommandRunner).run(command);
  }

  private async runLarge(command: AnyCommand): Promise<Outcome<unknown>> {
    const streamIds = streamIdsOf(command);
    for (const id of streamIds) this.largeByStream.set(id, (this.largeByStream.get(id) ?? 0) + 1);
    try {
      return await this.largeBatcher.run(command);
    } finally {
      for (const id of streamIds) {
        const left = (this.largeByStream.get(id) ?? 1) - 1;
        if (left === 0) this.largeByStream.delete(id);
        else this.largeByStream.set(id, left);
      }
    }
  }

  /**
   * Whether a large command on the same stream is under way. In another batcher this command would wait for the lock
   * of that stream, and every command of its batch with it.
   */
  private followsLarge(command: AnyCommand): boolean {
    return this.largeByStream.size > 0 && streamIdsOf(command).some((id) => this.largeByStream.has(id));
  }
}

function streamIdsOf({ streams }: AnyCommand): string[] {
  return Object.values<AnyStreamRef>(streams).map(streamIdOf);
}

/** FNV-1a hash; distributes stream ids over the batchers. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

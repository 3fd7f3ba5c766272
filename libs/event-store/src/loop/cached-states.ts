/** The states of the streams that the last transactions of a session wrote. */
import type { AnyStreamRef, AnyStreamType } from '@kushk/decider';
import { stateToStore } from '../log/stream-state.js';
import type { WrittenStates } from './batch-executor.js';
import type { BatchInputs } from './batch-transaction.js';
import { positionsPerBatch, type LoadedStream, type Positions } from './decide-batch.js';

/** Maximum size of all cached states, in characters: the JSON of each, its stream id, and `charactersPerState`. */
const maxCharacters = 2 * 1024 * 1024;
/** What an entry takes besides its state and its stream id, so that many small states are bounded as well. */
const charactersPerState = 256;
/** A larger state is not cached. One of them would otherwise replace hundreds of others. */
const largestState = 64 * 1024;

/** A batch gets as many positions, or it reserves new ones. */
const fewestPositions = positionsPerBatch / 2;

interface CachedState {
  readonly type: AnyStreamType;
  readonly version: number;
  readonly state: unknown;
  readonly characters: number;
}

export class CachedStates {
  /** By stream id; those used last come last. */
  private readonly states = new Map<string, CachedState>();
  private characters = 0;
  private positions: Positions = { first: 0n, count: 0 };

  /**
   * Returns the streams with positions for their facts, or null when a state is not cached. A stream that the command
   * takes for a new one has its initial state.
   *
   * The positions are the rest of an earlier range. They are above those of the streams' facts: this session wrote the
   * last fact of each cached stream, and its ranges follow each other.
   */
  find(refs: ReadonlyMap<string, AnyStreamRef>): Pick<BatchInputs, 'streams' | 'positions'> | null {
    if (this.positions.count < fewestPositions) return null;
    const streams = new Map<string, LoadedStream>();
    for (const [streamId, { id, type, isNew }] of refs) {
      const cached = this.states.get(streamId) ?? (isNew === true ? { type, version: 0, state: type.initial } : null);
      if (cached?.type !== type) return null;
      const { version, state } = cached;
      streams.set(streamId, { streamId, id, type, storedVersion: version, version, state });
    }
    return { streams, positions: this.positions };
  }

  store({ streams, positions }: WrittenStates): void {
    this.positions = positions;
    for (const { streamId, type, version, state, text } of streams) {
      this.remove(streamId);
      if (text.length > largestState) continue;
      const characters = text.length + streamId.length + charactersPerState;
      this.states.set(streamId, { type, version, state: stateToStore(type, state), characters });
      this.characters += characters;
    }
    for (const streamId of this.states.keys()) {
      if (this.characters <= maxCharacters) break;
      this.remove(streamId);
    }
  }

  private remove(streamId: string): void {
    this.characters -= this.states.get(streamId)?.characters ?? 0;
    this.states.delete(streamId);
  }
}

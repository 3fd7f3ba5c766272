/**
 * The states that the last batches of a connection have left. A batch whose streams are all known needs no round trip
 * to lock and read them: it is decided at once, and the statement that writes the streams fails if anybody else has
 * changed a row since (`advanceStreams`). `docs/adr/0029-known-streams.md` says why that is enough.
 */
import type { AnyStreamRef, AnyStreamType } from '@kushk/decider';
import type { WrittenStream } from './batch-statements.js';
import { positionsPerBatch, type LoadedStream, type Positions } from './decide-batch.js';
import { stateToStore } from '../log/stream-state.js';

/** Maximum size of all known streams, in characters: the JSON of each state, its id, and `charactersPerStream`. */
const maxCharacters = 2 * 1024 * 1024;
/** What a stream takes besides its state and its id, so that many small states are bounded as well. */
const charactersPerStream = 256;
/** A larger state is read again for each batch. One of them would otherwise replace hundreds of others. */
const largestState = 64 * 1024;

/**
 * Number of batches that lock and read after one that was decided in vain: another process works on the same streams,
 * or callers repeat requests.
 */
const batchesAfterMiss = 16;

/** A batch needs as many positions, or it reserves new ones. */
const fewestPositions = positionsPerBatch / 2;

interface KnownStream {
  readonly type: AnyStreamType;
  readonly version: number;
  readonly state: unknown;
  readonly characters: number;
}

/** The streams of a batch by stream id, and positions for their facts. */
export interface KnownBatch {
  readonly streams: Map<string, LoadedStream>;
  readonly positions: Positions;
}

export class KnownStreams {
  /** By stream id; those used last come last. */
  private readonly streams = new Map<string, KnownStream>();
  private characters = 0;
  private batchesToRead = 0;
  private reserved: Positions = { first: 0n, count: 0 };

  /**
   * Returns the streams by stream id with positions for their facts, or null when the batch must lock and read them.
   *
   * The positions are the rest of an earlier range. They are above those of the streams' facts: this connection wrote
   * the last fact of each stream that it knows, and its ranges follow each other.
   */
  find(refs: ReadonlyMap<string, AnyStreamRef>): KnownBatch | null {
    if (this.batchesToRead > 0) {
      this.batchesToRead -= 1;
      return null;
    }
    if (this.reserved.count < fewestPositions) return null;
    const streams = new Map<string, LoadedStream>();
    for (const [streamId, { id, type, isNew }] of refs) {
      const known = this.streams.get(streamId) ?? (isNew === true ? { type, version: 0, state: type.initial } : null);
      if (known?.type !== type) return null;
      const { version, state } = known;
      streams.set(streamId, { streamId, id, type, storedVersion: version, version, state });
    }
    return { streams, positions: this.reserved };
  }

  /** A batch that was decided on known states has to be decided again. */
  missed(): void {
    this.batchesToRead = batchesAfterMiss;
  }

  /** A batch that was decided on known states was not stored. */
  clear(): void {
    this.streams.clear();
    this.characters = 0;
  }

  /** Keeps the states of the streams that a batch has changed, and the positions that it left. */
  keep(streams: readonly WrittenStream[], positions: Positions): void {
    this.reserved = positions;
    for (const { streamId, type, version, state, text } of streams) {
      this.forget(streamId);
      if (text.length > largestState) continue;
      const characters = text.length + streamId.length + charactersPerStream;
      this.streams.set(streamId, { type, version, state: stateToStore(type, state), characters });
      this.characters += characters;
    }
    for (const streamId of this.streams.keys()) {
      if (this.characters <= maxCharacters) break;
      this.forget(streamId);
    }
  }

  private forget(streamId: string): void {
    this.characters -= this.streams.get(streamId)?.characters ?? 0;
    this.streams.delete(streamId);
  }
}

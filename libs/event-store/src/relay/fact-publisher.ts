import type { StoreMeasure } from '../definition.js';
import { FactRejected, FactStreamConflict, type FactStream, type OutgoingFact, type StreamEnd } from './fact-stream.js';

/** How often the end of the stream is compared with what was published. */
const endCheckMs = 1_000;

export interface RejectedFact {
  readonly fact: OutgoingFact;
  readonly reason: string;
}

/**
 * Appends to the stream of public facts. Detects when JetStream has lost messages at the end, or when another process
 * has published.
 */
export class FactPublisher {
  private end = 0;
  private requestedEpoch = 0;
  /** The epoch of the messages. */
  epoch = 0;
  private checkedAt = performance.now();
  private readonly stream: FactStream;
  private readonly measure: StoreMeasure;

  constructor(stream: FactStream, measure: StoreMeasure) {
    this.stream = stream;
    this.measure = measure;
  }

  /** Sequence of the last message. */
  get sequence(): number {
    return this.end;
  }

  /** Continues at the end of the stream. */
  async open(): Promise<StreamEnd> {
    const end = await this.stream.end();
    this.end = end.sequence;
    this.requestedEpoch = end.requestedEpoch;
    this.checkedAt = performance.now();
    return end;
  }

  /**
   * Publishes facts in order. Calls `onRejected` with each fact that JetStream will never accept and continues with the
   * facts after it once the call resolves. Afterwards the relay never reads the rejected fact again.
   */
  async publish(facts: readonly OutgoingFact[], onRejected: (rejected: RejectedFact) => Promise<void>): Promise<void> {
    let rest = facts;
    while (rest.length > 0) {
      let stored = rest.length;
      try {
        this.end = await this.stream.publish(rest, this.end, this.epoch);
        rest = [];
      } catch (error) {
        if (!(error instanceof FactRejected)) throw error;
        stored = error.index;
        this.end += stored;
        await onRejected({ fact: rest[stored] as OutgoingFact, reason: error.message });
        rest = rest.slice(stored + 1);
      }
      this.measure.factsRelayed(stored);
    }
  }

  /**
   * Rejects with `FactStreamConflict` when the stream does not end at the last published message, or when an operator
   * has requested a new epoch. Checks at most once a second.
   */
  async checkEnd(): Promise<void> {
    if (performance.now() - this.checkedAt < endCheckMs) return;
    const { sequence, last, requestedEpoch } = await this.stream.end();
    if (requestedEpoch !== this.requestedEpoch) throw new FactStreamConflict('a new epoch was requested');
    const isIntact = last === null || last.sequence === sequence;
    if (sequence !== this.end || !isIntact)
      throw new FactStreamConflict(
        `the stream ends at message ${last?.sequence ?? 0} and sequence ${sequence} instead of ${this.end}`,
      );
    this.checkedAt = performance.now();
  }
}

import type { Fact, Outcome, StreamRef, Streams } from '@kushk/decider';
import type { CommandOver, RecordedFact } from './command.js';

/** The log of one service: runs commands through the one loop, and answers what is in a stream. */
export abstract class EventStore {
  /**
   * Runs a command: loads its streams, decides, stores the facts with state rows and inline views, and resolves after
   * the COMMIT. A refusal is a value; rejects with `StoreBusy`, `StoreUnavailable`, or with what `decide` threw.
   */
  abstract run<S extends Streams, Reply>(command: CommandOver<S, Reply>): Promise<Outcome<Reply>>;
  /** The state of a stream as it was last committed; version 0 and the initial state where there is none. */
  abstract load<State, F extends Fact>(ref: StreamRef<State, F>): Promise<{ state: State; version: number }>;
  /** All facts of a stream, oldest first. */
  abstract history<State, F extends Fact>(ref: StreamRef<State, F>): Promise<RecordedFact<F>[]>;
}

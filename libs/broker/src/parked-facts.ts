import { log } from '@kushk/runtime';
import type { FactDispatcher } from './fact-dispatcher.js';
import type { ParkedFact, ParkedFactStream } from './parked-fact-stream.js';

export interface ReplayReport {
  /** Facts that their handlers processed; they are no longer parked. */
  readonly replayed: number;
  /** Facts that failed again and stay parked. */
  readonly failed: readonly ParkedFact[];
}

/** Lists the parked facts of a service and replays them. */
export class ParkedFacts {
  constructor(
    private readonly stream: ParkedFactStream,
    /** The dispatcher of a reaction to the fact of this subject; null when the service has none. */
    private readonly dispatcherOf: (reaction: string, subject: string) => FactDispatcher | null,
  ) {}

  /** Oldest first. */
  async list(): Promise<ParkedFact[]> {
    const facts: ParkedFact[] = [];
    for await (const { fact } of this.stream.messages()) facts.push(fact);
    return facts;
  }

  /** Replays the parked facts, oldest first: all, those of one `reaction`, or the one with `eventId`. */
  async replay(only: { readonly reaction?: string; readonly eventId?: string } = {}): Promise<ReplayReport> {
    const failed: ParkedFact[] = [];
    let replayed = 0;
    for await (const message of this.stream.messages(only.reaction)) {
      const { fact } = message;
      if (only.eventId !== undefined && only.eventId !== fact.eventId) continue;
      try {
        const dispatcher = this.dispatcherOf(fact.reaction, fact.subject);
        if (dispatcher === null) throw new Error(`no reaction ${fact.reaction}`);
        await dispatcher.replay(message);
        await this.stream.remove(fact);
        replayed++;
      } catch (error) {
        log.warn({ reaction: fact.reaction, event_id: fact.eventId, err: error }, 'parked fact failed again');
        failed.push(fact);
      }
    }
    return { replayed, failed };
  }
}

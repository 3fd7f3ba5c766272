import { log } from '@kushk/runtime';
import type { FactDispatcher } from './fact-dispatcher.js';
import type { ParkedFact, ParkedFactStream } from './parked-fact-stream.js';

export interface ReplayReport {
  /** Number of facts that were processed and are no longer parked. */
  readonly replayed: number;
  /** Number of facts that failed again and stay parked. */
  readonly failed: readonly ParkedFact[];
}

/** Lists the parked facts of a service and replays them. */
export class ParkedFacts {
  constructor(
    private readonly stream: ParkedFactStream,
    /**
     * Returns the dispatcher of a reaction that handles this subject, or null when the service has no such reaction.
     */
    private readonly dispatcherOf: (reaction: string, subject: string) => FactDispatcher | null,
  ) {}

  /** Lists the parked facts, oldest first. */
  async list(): Promise<ParkedFact[]> {
    const facts: ParkedFact[] = [];
    for await (const { fact } of this.stream.messages()) facts.push(fact);
    return facts;
  }

  /** Replays parked facts, oldest first: all of them, those of one `reaction`, or the fact with `eventId`. */
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

import { subjectToken, waitingStreamName, waitingSubject, type ServiceName } from '@kushk/contracts';
import { FactStreamUnavailable, factHeaders } from '@kushk/event-store/fact-stream';
import { log, measure } from '@kushk/runtime';
import type { JetStreamClient, JetStreamManager, StoredMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { eventIdOf, type DeliveredFact } from './fact.js';
import type { BrokerLimits } from '../limits.js';
import { isMissing } from '../streams/streams.js';

const waitingHeaders = { since: 'Kushk-Waiting-Since', subject: 'Kushk-Waiting-Subject' } as const;
const eventIdHeader = 'Kushk-Waiting-Event';
/** Facts that one run looks at. The next run continues after them. */
const maxFactsPerRun = 500;

/** What a retry did with a waiting fact. `waits`: what it depends on is still missing. `unavailable`: ask later. */
export type RetryOutcome = 'finished' | 'waits' | 'unavailable';

export interface WaitingFactsParts {
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly owner: { readonly scope: string; readonly service: ServiceName };
  readonly limits: Pick<BrokerLimits, 'waitingAlarmAfterMs' | 'waitAtMostMs'>;
}

/**
 * The facts of one reaction that wait for a fact of another publisher, in a stream of their service. They are kept in
 * JetStream and not in memory, so they may wait for days and block no other key. A later fact of the same key waits
 * behind them.
 */
export class WaitingFacts {
  private readonly name: string;
  /** False when nothing waits, so that the common case needs no request; null while it is not known. */
  private containsAny: boolean | null = null;
  /** Counts the changes of `containsAny` that a search for the oldest fact must not overwrite. */
  private changes = 0;
  private searching: Promise<StoredMsg | null> | null = null;
  private continueAt = 1;
  private alarmedAt = -Infinity;

  constructor(
    private readonly reaction: string,
    private readonly parts: WaitingFactsParts,
  ) {
    this.name = waitingStreamName(parts.owner.scope, parts.owner.service);
  }

  /** Call it while another process owns the consumer, and when this one becomes the owner: facts may be stored. */
  ownershipChanged(): void {
    this.changes++;
    this.containsAny = null;
  }

  /** Whether a fact with this key waits. */
  async has(key: string): Promise<boolean> {
    if (this.containsAny === null) await this.oldest();
    return this.containsAny !== false && (await this.next(1, this.subjectOf(key))) !== null;
  }

  /** Stores the fact. Resolves when JetStream has it. */
  async add(fact: DeliveredFact, key: string): Promise<void> {
    const all = headers();
    for (const name of Object.values(factHeaders)) {
      const value = fact.headers?.get(name);
      if (value) all.set(name, value);
    }
    all.set(waitingHeaders.since, new Date().toISOString());
    all.set(waitingHeaders.subject, fact.subject);
    all.set(eventIdHeader, eventIdOf(fact));
    // A fact that is redelivered because its acknowledgement was lost is not stored, and later parked, twice.
    const msgID = `${this.reaction} ${fact.subject} ${eventIdOf(fact)}`;
    try {
      await this.call(() => this.parts.jetstream.publish(this.subjectOf(key), fact.data, { headers: all, msgID }));
    } finally {
      // A search that ended before JetStream stored the fact has not found it. Without an answer it may be stored.
      this.changes++;
      this.containsAny = true;
    }
  }

  /**
   * Retries waiting facts, oldest first, the facts of a key in order. `attempt` gets the fact and whether it has waited
   * for too long; after a `finished` attempt the fact is removed. Call it while no other process owns the consumer.
   */
  async retry(attempt: (fact: DeliveredFact, isOverdue: boolean) => Promise<RetryOutcome>): Promise<void> {
    if (this.containsAny === false || (await this.oldest()) === null) return;
    for (let count = 0; count < maxFactsPerRun; count++) {
      const message = await this.next(this.continueAt, this.subjectOf('*', false));
      this.continueAt = message === null ? 1 : message.seq + 1;
      if (message === null) return;
      // An earlier fact of the key still waits.
      if ((await this.next(1, message.subject))?.seq !== message.seq) continue;
      const outcome = await attempt(
        factOf(message, this.name),
        this.waitedMs(message) > this.parts.limits.waitAtMostMs,
      );
      if (outcome === 'unavailable') return;
      if (outcome === 'finished')
        await this.call(() => this.parts.manager.streams.deleteMessage(this.name, message.seq));
    }
  }

  /** The fact that has waited longest. All callers that wait at the same time share one request. */
  private oldest(): Promise<StoredMsg | null> {
    this.searching ??= this.searchOldest().finally(() => (this.searching = null));
    return this.searching;
  }

  private async searchOldest(): Promise<StoredMsg | null> {
    const { changes } = this;
    const oldest = await this.next(1, this.subjectOf('*', false));
    if (changes === this.changes) this.containsAny = oldest !== null;
    this.report(oldest);
    return oldest;
  }

  private report(oldest: StoredMsg | null): void {
    const waitedMs = oldest === null ? 0 : this.waitedMs(oldest);
    measure.factWaiting(this.reaction, waitedMs);
    const { waitingAlarmAfterMs } = this.parts.limits;
    const now = performance.now();
    if (oldest === null || waitedMs < waitingAlarmAfterMs || now - this.alarmedAt < waitingAlarmAfterMs) return;
    this.alarmedAt = now;
    const { reaction } = this;
    const fields = { reaction, event_id: oldest.header.get(eventIdHeader), waited_ms: waitedMs };
    log.error({ ...fields, stream_id: oldest.header.get(factHeaders.stream) }, 'fact waits for a missing fact');
  }

  private waitedMs(message: StoredMsg): number {
    return Date.now() - Date.parse(message.header.get(waitingHeaders.since));
  }

  private subjectOf(key: string, isKey = true): string {
    return waitingSubject({ ...this.parts.owner, reaction: this.reaction, key: isKey ? subjectToken(key) : key });
  }

  private async next(from: number, subject: string): Promise<StoredMsg | null> {
    return await this.call(async () => {
      try {
        const query = { seq: from, next_by_subj: subject };
        return await this.parts.manager.streams.getMessage(this.name, query);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  /** Rejects with `FactStreamUnavailable`, so that the fact is not parked. */
  private async call<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'JetStream failed';
      throw new FactStreamUnavailable(`waiting facts: ${reason}`, { cause: error });
    }
  }
}

function factOf(message: StoredMsg, stream: string): DeliveredFact {
  const eventId = message.header.get(eventIdHeader);
  message.header.set('Nats-Msg-Id', eventId);
  return {
    subject: message.header.get(waitingHeaders.subject),
    seq: 0,
    headers: message.header,
    data: message.data,
    json: () => message.json(),
    info: { stream },
  };
}

import { forwardedSubject, forwardingReaction } from '@kushk/contracts';
import { factHeaders } from '@kushk/event-store/fact-stream';
import { log, measure } from '@kushk/runtime';
import type { JetStreamClient } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { eventIdOf, type DeliveredFact, type FactProcessor } from '../reactions/fact.js';

const publishTimeoutMs = 3_000;

/**
 * Forwards facts of an instance to the hub, whose JetStream stores them in the stream `REPORTS`. A fact is
 * retried until the hub acknowledges it. A retry delays only later facts of the same stream.
 */
export class HubForwarder implements FactProcessor {
  constructor(
    private readonly jetstream: JetStreamClient,
    private readonly retryDelaysMs: readonly number[],
  ) {}

  keyOf(fact: DeliveredFact): string {
    return fact.headers?.get(factHeaders.stream) || fact.subject;
  }

  async process(fact: DeliveredFact, attempt: number): Promise<number | null> {
    const startedAt = performance.now();
    const all = headers();
    for (const name of Object.values(factHeaders)) {
      const value = fact.headers?.get(name);
      if (value) all.set(name, value);
    }
    try {
      const { duplicate } = await this.jetstream.publish(forwardedSubject(fact.subject), fact.data, {
        headers: all,
        msgID: eventIdOf(fact),
        timeout: publishTimeoutMs,
      });
      // Within the duplicate window another instance may have used the id. A fact that is stored twice has one effect.
      if (duplicate) throw new Error('the hub has just stored a fact with this id');
      measure.factProcessed(forwardingReaction, 'done', performance.now() - startedAt);
      return null;
    } catch (error) {
      measure.factProcessed(forwardingReaction, 'retried', performance.now() - startedAt);
      // Logs one warning per fact, so that a hub outage of a day does not fill the log.
      const level = attempt === 1 ? 'warn' : 'debug';
      log[level](
        { subject: fact.subject, event_id: eventIdOf(fact), attempt, err: error },
        'fact not forwarded, retrying',
      );
      return this.retryDelaysMs[attempt - 1] ?? this.retryDelaysMs.at(-1) ?? publishTimeoutMs;
    }
  }
}

import { forwardedSubject } from '@kushk/contracts';
import { factHeaders } from '@kushk/event-store/fact-stream';
import { log, measure } from '@kushk/runtime';
import type { JetStreamClient } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { eventIdOf, type DeliveredFact, type FactWork } from './reaction.js';

const answerWithinMs = 3_000;
export const forwardingReaction = 'to-the-hub';

/**
 * Tells the hub, over the link, what it is to hear of this instance's facts. The hub's JetStream keeps them in a copy
 * of the instance's stream that holds nothing else; until it has answered, a fact waits here, in its order.
 */
export class HubForwarder implements FactWork {
  constructor(
    private readonly jetstream: JetStreamClient,
    private readonly retryAfterMs: readonly number[],
  ) {}

  keyOf(fact: DeliveredFact): string {
    return fact.headers?.get(factHeaders.stream) || fact.subject;
  }

  async attempt(fact: DeliveredFact, tries: number): Promise<number | null> {
    const startedAt = performance.now();
    const all = headers();
    for (const name of Object.values(factHeaders)) {
      const value = fact.headers?.get(name);
      if (value) all.set(name, value);
    }
    try {
      await this.jetstream.publish(forwardedSubject(fact.subject), fact.data, {
        headers: all,
        msgID: eventIdOf(fact),
        timeout: answerWithinMs,
      });
      measure.factReacted(forwardingReaction, 'done', performance.now() - startedAt);
      return null;
    } catch (error) {
      measure.factReacted(forwardingReaction, 'retried', performance.now() - startedAt);
      // A hub that is away for a day is one warning and not a day of them.
      log[tries === 1 ? 'warn' : 'debug']({ subject: fact.subject, tries, error }, 'the hub could not be told now');
      return this.retryAfterMs[tries - 1] ?? this.retryAfterMs.at(-1) ?? answerWithinMs;
    }
  }
}

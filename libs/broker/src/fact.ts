import type { JsMsg } from '@nats-io/jetstream';

/** A fact that arrived from a consumer or was read from its stream by sequence. */
export type DeliveredFact = Pick<JsMsg, 'subject' | 'seq' | 'headers' | 'data' | 'json'> & {
  readonly info: Pick<JsMsg['info'], 'stream'>;
};

/** What is done with each fact of a consumer. */
export interface FactProcessor {
  /** Facts with equal keys are processed in their order. */
  keyOf(fact: DeliveredFact): string;
  /**
   * Resolves with null when the fact is finished (processed or parked), otherwise with the milliseconds to wait before
   * the next attempt. Never rejects. `attempt` counts from 1.
   */
  process(fact: DeliveredFact, attempt: number): Promise<number | null>;
}

/** The publisher's event id. A message without one is identified by its position in the stream. */
export function eventIdOf(fact: DeliveredFact): string {
  return fact.headers?.get('Nats-Msg-Id') || `${fact.info.stream}:${fact.seq}`;
}

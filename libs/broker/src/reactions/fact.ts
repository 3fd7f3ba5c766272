import type { JsMsg } from '@nats-io/jetstream';

/** A fact that a consumer delivered, or that was read from its stream by sequence. */
export type DeliveredFact = Pick<JsMsg, 'subject' | 'seq' | 'headers' | 'data' | 'json'> & {
  readonly info: Pick<JsMsg['info'], 'stream'>;
};

/** Processes each fact of a consumer. */
export interface FactProcessor {
  /** Facts with the same key are processed in order. */
  keyOf(fact: DeliveredFact): string;
  /**
   * Resolves with null when the fact is finished (processed or parked), otherwise with the milliseconds to wait
   * before the next attempt. Never rejects. `attempt` counts from 1.
   */
  process(fact: DeliveredFact, attempt: number): Promise<number | null>;
  /**
   * Retries the facts that wait for a missing fact, and starts no further one once `isEnding` returns true. Called
   * unless another process owns the consumer. Never rejects.
   */
  retryWaiting?(isEnding: () => boolean): Promise<void>;
  /**
   * Called when the process becomes the owner of the consumer, before it gets a fact, and while another process is the
   * owner.
   */
  ownershipChanged?(): void;
}

/** The publisher's event id. A message without an event id is identified by its position in the stream. */
export function eventIdOf(fact: DeliveredFact): string {
  return fact.headers?.get('Nats-Msg-Id') || `${fact.info.stream}:${fact.seq}`;
}

import type { Msg, MsgHdrs } from '@nats-io/nats-core';
import type { BrokerConnection } from '../connection/broker-connection.js';
import type { DeliveredFact } from '../reactions/fact.js';

/** A message that was read from its stream by sequence, without a consumer. */
export interface StoredFact extends DeliveredFact {
  readonly headers: MsgHdrs;
}
/**
 * Messages in stream order, and the number of messages that follow them in the stream. If the response is incomplete,
 * also the reason.
 */
export type ReadResult =
  | { readonly answered: true; readonly facts: readonly StoredFact[]; readonly remaining: number }
  | {
      readonly answered: false;
      readonly reason: 'no_responders' | 'timeout' | 'disconnected';
      readonly facts: readonly StoredFact[];
    };

/** A read fails when the next message of its batch does not arrive within this time. */
const messageTimeoutMs = 3_000;
const status = { endOfBatch: 204, notFound: 404, noResponders: 503 } as const;

/**
 * Reads a stream with batched `DIRECT.GET` requests (NATS ADR-31). The server stores nothing about a reader, so no
 * consumer can get lost, and a reader needs permission for one subject only.
 *
 * `getBatch` of nats.js 3.4.0 is not used: it leaves a subscription behind with every batch, and it never resolves
 * when the connection breaks during a batch.
 */
export class DirectReader {
  constructor(
    private readonly connection: BrokerConnection,
    private readonly source: { readonly stream: string; readonly apiPrefix: string },
  ) {}

  /**
   * Returns the fact in a republished message, in the same form as `read`. Returns null for a message of another
   * stream and for a message without a body: a hub may republish headers only (`headers_only`), and no fact has an
   * empty body.
   */
  factOf(message: Msg): StoredFact | null {
    return message.data.length > 0 && message.headers?.get('Nats-Stream') === this.source.stream
      ? storedFact(message, message.headers, this.source.stream)
      : null;
  }

  /**
   * Reads up to `count` messages, starting at `sequence`. Returns at most `maxBytes` in total, but always at least
   * one message. Never rejects.
   */
  read(sequence: number, count: number, maxBytes: number): Promise<ReadResult> {
    if (!this.connection.up) return Promise.resolve({ answered: false, reason: 'disconnected', facts: [] });
    const { stream, apiPrefix } = this.source;
    const facts: StoredFact[] = [];
    let remaining = 0;
    return new Promise((resolve) => {
      const inbox = this.connection.newInbox();
      const end = (result: ReadResult): void => {
        clearTimeout(timer);
        subscription.unsubscribe();
        resolve(result);
      };
      const timeOut = (): void => end({ answered: false, reason: 'timeout', facts });
      let timer = setTimeout(timeOut, messageTimeoutMs);
      const subscription = this.connection.nats.subscribe(inbox, {
        callback: (_error, message) => {
          const code = message.headers?.code ?? 0;
          if (code === status.noResponders) return end({ answered: false, reason: 'no_responders', facts });
          if (code === status.notFound || code === status.endOfBatch) return end({ answered: true, facts, remaining });
          if (code !== 0 || message.headers === undefined) return timeOut();
          facts.push(storedFact(message, message.headers, stream));
          remaining = Number(message.headers.get('Nats-Num-Pending'));
          clearTimeout(timer);
          timer = setTimeout(timeOut, messageTimeoutMs);
        },
      });
      this.connection.nats.publish(
        `${apiPrefix}.DIRECT.GET.${stream}`,
        JSON.stringify({ seq: sequence, batch: count, max_bytes: maxBytes }),
        { reply: inbox },
      );
    });
  }
}

function storedFact(message: Msg, headers: MsgHdrs, stream: string): StoredFact {
  return {
    subject: headers.get('Nats-Subject'),
    seq: Number(headers.get('Nats-Sequence')),
    headers,
    data: message.data,
    info: { stream },
    json: () => message.json(),
  };
}

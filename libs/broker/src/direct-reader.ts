import { createInbox, type Msg, type MsgHdrs } from '@nats-io/nats-core';
import type { DeliveredFact } from './reaction.js';
import type { BrokerConnection } from './broker-connection.js';

/** A message read from its stream by sequence, without a consumer. */
export interface StoredFact extends DeliveredFact {
  readonly headers: MsgHdrs;
}
/** What one question brought: messages in order, and how many lie behind the last of them; or why there was no answer. */
export type Reading =
  | { readonly answered: true; readonly facts: readonly StoredFact[]; readonly left: number }
  | {
      readonly answered: false;
      readonly why: 'no_responders' | 'silence' | 'disconnected';
      readonly facts: readonly StoredFact[];
    };

/** No next message for so long, and the question counts as unanswered. */
const patienceMs = 3_000;
const status = { endOfBatch: 204, notFound: 404, noResponders: 503 } as const;

/**
 * Reads a stream by `DIRECT.GET` in batches (NATS ADR-31): nothing about the reader is kept on the other side, so
 * there is no consumer that could be lost, wedged or stolen, and one exported subject is all that a reader needs.
 * (`getBatch` of nats.js 3.4.0 leaves a subscription behind with every batch, and waits for ever when the link
 * breaks in the middle of one.)
 */
export class DirectReader {
  constructor(
    private readonly link: BrokerConnection,
    private readonly at: { readonly stream: string; readonly apiPrefix: string },
  ) {}

  /**
   * What the stream's bell has brought (`republish`): a message as if it had been read; null where it is none, or only
   * rings: the bell of a hub that is older than this instance brings headers alone, and no fact is empty.
   */
  rung(message: Msg): StoredFact | null {
    return message.data.length > 0 && message.headers?.get('Nats-Stream') === this.at.stream
      ? storedFact(message, message.headers, this.at.stream)
      : null;
  }

  /** Up to `most` messages from `sequence` on, and at most `maxBytes` of them (one at least). Never rejects. */
  read(sequence: number, most: number, maxBytes: number): Promise<Reading> {
    if (!this.link.up) return Promise.resolve({ answered: false, why: 'disconnected', facts: [] });
    const { stream, apiPrefix } = this.at;
    const facts: StoredFact[] = [];
    let left = 0;
    return new Promise((resolve) => {
      const inbox = createInbox();
      const end = (reading: Reading): void => {
        clearTimeout(timer);
        subscription.unsubscribe();
        resolve(reading);
      };
      const silent = (): void => end({ answered: false, why: 'silence', facts });
      let timer = setTimeout(silent, patienceMs);
      const subscription = this.link.connection.subscribe(inbox, {
        callback: (_error, message) => {
          const code = message.headers?.code ?? 0;
          if (code === status.noResponders) return end({ answered: false, why: 'no_responders', facts });
          if (code === status.notFound || code === status.endOfBatch) return end({ answered: true, facts, left });
          if (code !== 0 || message.headers === undefined) return end({ answered: false, why: 'silence', facts });
          facts.push(storedFact(message, message.headers, stream));
          left = Number(message.headers.get('Nats-Num-Pending'));
          clearTimeout(timer);
          timer = setTimeout(silent, patienceMs);
        },
      });
      this.link.connection.publish(
        `${apiPrefix}.DIRECT.GET.${stream}`,
        JSON.stringify({ seq: sequence, batch: most, max_bytes: maxBytes }),
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

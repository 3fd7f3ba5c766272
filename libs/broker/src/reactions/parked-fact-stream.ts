import { parkedStreamName, parkedSubject, type ServiceName } from '@kushk/contracts';
import { factHeaders } from '@kushk/event-store/fact-stream';
import type { JetStreamClient, JetStreamManager, StoredMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs } from '@nats-io/nats-core';
import type { DeliveredFact } from './fact.js';
import { isMissing } from '../streams/streams.js';

const parkedHeaders = {
  reason: 'Kushk-Parked-Reason',
  at: 'Kushk-Parked-At',
  attempts: 'Kushk-Parked-Attempts',
  subject: 'Kushk-Parked-Subject',
  eventId: 'Kushk-Parked-Event',
} as const;
const maxReasonLength = 500;

/** A fact that its reaction could not process, stored for a later replay (dead letter). */
export interface ParkedFact {
  /** Sequence in the stream of parked facts; identifies the parked fact. */
  readonly number: number;
  readonly reaction: string;
  readonly eventId: string;
  /** Subject on which the fact was published. */
  readonly subject: string;
  readonly streamId: string;
  /** Name and message of the last error, in ASCII, at most 500 characters. */
  readonly reason: string;
  readonly attempts: number;
  /** Time at which the fact was parked, in ISO 8601. */
  readonly parkedAt: string;
}

/** A parked fact with everything that its handler needs: the headers and the JSON text of the data. */
export interface ParkedMessage {
  readonly fact: ParkedFact;
  readonly headers: MsgHdrs;
  readonly text: string;
}

/** The stream in which the reactions of one service park facts. */
export class ParkedFactStream {
  private readonly name: string;

  constructor(
    private readonly jetstream: JetStreamClient,
    private readonly manager: JetStreamManager,
    private readonly owner: { readonly scope: string; readonly service: ServiceName },
  ) {
    this.name = parkedStreamName(owner.scope, owner.service);
  }

  /** Resolves when JetStream has stored the fact. */
  async park(
    fact: DeliveredFact,
    failure: { readonly reaction: string; readonly reason: unknown; readonly attempts: number },
  ): Promise<void> {
    const all = headers();
    for (const name of Object.values(factHeaders)) {
      const value = fact.headers?.get(name);
      if (value) all.set(name, value);
    }
    all.set(parkedHeaders.reason, headerText(failure.reason));
    all.set(parkedHeaders.at, new Date().toISOString());
    all.set(parkedHeaders.attempts, String(failure.attempts));
    all.set(parkedHeaders.subject, fact.subject);
    all.set(parkedHeaders.eventId, fact.headers?.get('Nats-Msg-Id') ?? '');
    const subject = parkedSubject({ ...this.owner, reaction: failure.reaction });
    await this.jetstream.publish(subject, fact.data, { headers: all });
  }

  /** Lists the parked facts of the service, oldest first. `reaction` restricts the list to one reaction. */
  async *messages(reaction = '*'): AsyncGenerator<ParkedMessage> {
    const filter = parkedSubject({ ...this.owner, reaction });
    for (let from = 1; ;) {
      const message = await this.nextMessage(from, filter);
      if (message === null) return;
      yield { fact: parkedFactOf(message), headers: message.header, text: message.string() };
      from = message.seq + 1;
    }
  }

  /** Deletes a parked fact whose replay succeeded. */
  async remove(fact: ParkedFact): Promise<void> {
    await this.manager.streams.deleteMessage(this.name, fact.number);
  }

  private async nextMessage(from: number, filter: string): Promise<StoredMsg | null> {
    try {
      const query = { seq: from, next_by_subj: filter };
      return await this.manager.streams.getMessage(this.name, query);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }
}

/** Converts a text to one line of ASCII: the server rejects messages with any other header value. */
function headerText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, maxReasonLength);
}

function parkedFactOf(message: StoredMsg): ParkedFact {
  return {
    number: message.seq,
    reaction: message.subject.split('.').at(-1) ?? '',
    eventId: message.header.get(parkedHeaders.eventId),
    subject: message.header.get(parkedHeaders.subject),
    streamId: message.header.get(factHeaders.stream),
    reason: message.header.get(parkedHeaders.reason),
    attempts: Number(message.header.get(parkedHeaders.attempts)),
    parkedAt: message.header.get(parkedHeaders.at),
  };
}

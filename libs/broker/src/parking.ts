/** Facts that a reaction could not take in are set aside with the reason, and can be replayed. */
import type { ServiceName } from '@kushk/contracts';
import { factHeaders } from '@kushk/event-store/fact-stream';
import type { JetStreamClient, JetStreamManager, StoredMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs } from '@nats-io/nats-core';
import type { DeliveredFact } from './reaction.js';
import { ensureParkedStream, isMissing } from './streams.js';
import { parkedStreamName, parkedSubject } from './subjects.js';

const parkedHeaders = {
  reason: 'Kushk-Parked-Reason',
  at: 'Kushk-Parked-At',
  attempts: 'Kushk-Parked-Attempts',
  subject: 'Kushk-Parked-Subject',
  eventId: 'Kushk-Parked-Event',
} as const;
const reasonLength = 500;

/** One fact that was set aside. */
export interface ParkedFact {
  /** Number in the parked stream; names it for a replay. */
  readonly number: number;
  readonly reaction: string;
  readonly eventId: string;
  /** Subject under which it was published. */
  readonly subject: string;
  readonly streamId: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
}

export interface Parking {
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly scope: string;
  readonly service: ServiceName;
  readonly replicas: number;
}

/** Sets a fact aside. Resolves once JetStream keeps it. */
export async function park(
  parking: Parking,
  message: DeliveredFact,
  why: { readonly reaction: string; readonly reason: unknown; readonly attempts: number },
): Promise<void> {
  await ensureParkedStream(parking.manager, parking.scope, parking.replicas);
  const all = headers();
  for (const name of Object.values(factHeaders)) {
    const value = message.headers?.get(name);
    if (value) all.set(name, value);
  }
  all.set(parkedHeaders.reason, reasonOf(why.reason));
  all.set(parkedHeaders.at, new Date().toISOString());
  all.set(parkedHeaders.attempts, String(why.attempts));
  all.set(parkedHeaders.subject, message.subject);
  all.set(parkedHeaders.eventId, message.headers?.get('Nats-Msg-Id') ?? '');
  await parking.jetstream.publish(parkedSubject(parking.scope, parking.service, why.reaction), message.data, {
    headers: all,
  });
}

/** Headers are one line of ASCII; the rest of a message would be refused by the server. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, reasonLength);
}

/** A parked fact together with what its handler needs. */
export interface ParkedMessage {
  readonly fact: ParkedFact;
  readonly headers: MsgHdrs;
  readonly text: string;
}

/** Walks over what a service has parked, oldest first; `reaction` narrows it to one. */
export async function* parkedMessages(parking: Parking, reaction = '*'): AsyncGenerator<ParkedMessage> {
  await ensureParkedStream(parking.manager, parking.scope, parking.replicas);
  const stream = parkedStreamName(parking.scope);
  const filter = parkedSubject(parking.scope, parking.service, reaction);
  for (let from = 1; ;) {
    const message = await next(parking.manager, stream, from, filter);
    if (message === null) return;
    yield { fact: describe(message), headers: message.header, text: message.string() };
    from = message.seq + 1;
  }
}

/** Takes a fact out of the parked stream: it has been taken in. */
export async function unpark(parking: Parking, fact: ParkedFact): Promise<void> {
  await parking.manager.streams.deleteMessage(parkedStreamName(parking.scope), fact.number);
}

async function next(
  manager: JetStreamManager,
  stream: string,
  from: number,
  filter: string,
): Promise<StoredMsg | null> {
  try {
    return await manager.direct.getMessage(stream, { seq: from, next_by_subj: filter });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function describe(message: StoredMsg): ParkedFact {
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

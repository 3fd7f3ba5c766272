import { log } from '@kushk/runtime';
import type { Actor, ServiceName } from '@kushk/contracts';
import type { Msg } from '@nats-io/nats-core';
import {
  answeringService,
  answersSubject,
  batchLimits,
  batchSubject,
  isOneLine,
  parseAnswers,
  requestBatch,
  requestLine,
  type AnswerLine,
} from './messages/batch-format.js';
import type { BrokerConnection } from '../connection/broker-connection.js';
import { unservedReply, type ReplyEnvelope, type RequestEnvelope } from './envelope.js';
import { LineBatches, type LineBatch } from './messages/line-batches.js';
import { requestSubject } from '../connection/subjects.js';

/** Why a request got no reply. */
export type NoReplyReason = 'no_responders' | 'timeout' | 'disconnected';

/** A reply that is not parsed yet. */
export interface ReceivedReply {
  /** Size of the reply in UTF-8. */
  readonly bytes: number;
  readonly json: () => ReplyEnvelope;
}

/** A request that is not sent yet. */
export interface OutgoingRequest {
  readonly service: ServiceName;
  readonly scope: string;
  /** Without scope. */
  readonly subject: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** The request as JSON. */
  readonly body: string;
  /** When the caller stops waiting, on the clock of `performance.now()`. */
  readonly expiresAtMs: number;
}

interface PendingRequest {
  readonly outgoing: OutgoingRequest;
  readonly resolve: (reply: ReceivedReply | NoReplyReason) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  /** The batch that the request was sent in; null when it was sent alone. */
  batch: SentBatch | null;
}

interface SentBatch {
  readonly token: string;
  readonly service: ServiceName;
  /** Tokens of the requests that have no reply yet. */
  readonly open: Set<string>;
}

const noRespondersCode = 503;
/** How long requests to a service are sent alone after none of its processes has accepted a batch. */
const aloneMs = 5_000;

/**
 * Sends requests and receives all replies on one wildcard subscription of the process. A request then costs only a
 * map entry and a timer. A subscription per request, as in Nest's own client, is eight times slower.
 *
 * The requests of one event-loop turn to one service are sent in one message, a batch, and their answers arrive
 * together with those that are ready in the same turn of the service (docs/adr/0025-requests-in-batches.md).
 */
export class Inbox {
  /** Unique for the process and its connection. */
  readonly prefix: string;
  private readonly pending = new Map<string, PendingRequest>();
  private readonly batches = new Map<string, SentBatch>();
  private readonly turn: LineBatches<string>;
  /** The services whose processes do not accept batches, and until when they are not asked again. */
  private readonly alone = new Map<ServiceName, number>();
  private answers: 'unsubscribed' | 'subscribing' | 'subscribed' | 'refused' = 'unsubscribed';
  private readonly answerTo: string;
  private count = 0;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly scope: string,
  ) {
    this.prefix = connection.newInbox();
    this.answerTo = this.prefix.slice(this.prefix.lastIndexOf('.') + 1);
    this.turn = new LineBatches(() => connection.beforeSending(() => this.sendTurn()));
    connection.nats.subscribe(`${this.prefix}.*`, { callback: (_error, message) => this.receive(message) });
    connection.onDisconnect(() => this.settleAll('disconnected'));
  }

  /** Resolves with the reply, or with the reason why there is none, at `expiresAtMs` at the latest. */
  request(outgoing: OutgoingRequest): Promise<ReceivedReply | NoReplyReason> {
    if (!this.connection.up) return Promise.resolve('disconnected');
    const token = (++this.count).toString(36);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.settle(token, 'timeout'), remainingMs(outgoing));
      this.pending.set(token, { outgoing, resolve, reject, timer, batch: null });
      if (this.isBatched(outgoing)) this.turn.add(outgoing.service, token, outgoing.body.length);
      else this.sendAlone(token);
    });
  }

  private isBatched({ scope, service, body }: OutgoingRequest): boolean {
    if (scope !== this.scope || body.length > batchLimits.requestCharacters || !isOneLine(body)) return false;
    if (this.answers === 'unsubscribed') void this.subscribeToAnswers();
    if (this.answers !== 'subscribed') return false;
    const until = this.alone.get(service);
    if (until === undefined) return true;
    if (performance.now() < until) return false;
    this.alone.delete(service);
    return true;
  }

  /** Only the user of a gateway may receive the answers of batches. Others send every request alone. */
  private async subscribeToAnswers(): Promise<void> {
    this.answers = 'subscribing';
    const { nats } = this.connection;
    nats.subscribe(answersSubject({ scope: this.scope, service: '*', answerTo: this.answerTo }), {
      callback: (error, message) => {
        if (error) {
          this.answers = 'refused';
          log.warn({ err: error }, 'requests are sent one by one');
        } else this.receiveAnswers(message);
      },
    });
    try {
      await nats.flush();
      // The server reports a missing permission before it responds to the flush.
      if (this.answers === 'subscribing') this.answers = 'subscribed';
    } catch (error) {
      this.answers = 'refused';
      log.warn({ err: error }, 'requests are sent one by one');
    }
  }

  private sendTurn(): void {
    for (const batch of this.turn.take()) {
      const [first, ...others] = batch.lines;
      if (others.length > 0) this.sendBatch(batch);
      else if (first !== undefined) this.sendAlone(first);
    }
  }

  private sendBatch({ key, lines: tokens }: LineBatch<string>): void {
    const service = key as ServiceName;
    const batch: SentBatch = { token: `batch-${(++this.count).toString(36)}`, service, open: new Set() };
    const lines: string[] = [];
    for (const token of tokens) {
      const pending = this.pending.get(token);
      if (pending === undefined) continue;
      pending.batch = batch;
      batch.open.add(token);
      lines.push(requestLine(token, pending.outgoing.subject, envelopeText(pending.outgoing)));
    }
    if (lines.length === 0) return;
    this.batches.set(batch.token, batch);
    const header = { answer_to: this.answerTo, sent: this.sent() };
    // The server sends `no_responders` to the reply subject; the answers arrive on a subject of their own.
    this.connection.send(
      `${this.scope}.${batchSubject(service)}`,
      Buffer.from(requestBatch(header, lines)),
      `${this.prefix}.${batch.token}`,
    );
  }

  private sendAlone(token: string): void {
    const pending = this.pending.get(token);
    if (pending === undefined) return;
    const { outgoing } = pending;
    try {
      const body = Buffer.from(envelopeText(outgoing, this.sent()));
      this.connection.send(requestSubject(outgoing, outgoing.scope), body, `${this.prefix}.${token}`);
    } catch (error) {
      this.forget(token, pending);
      pending.reject(error);
    }
  }

  private sent(): RequestEnvelope['sent'] {
    return { by: this.prefix, at_ms: performance.now() };
  }

  private receive(message: Msg): void {
    const token = message.subject.slice(this.prefix.length + 1);
    const hasNoResponders = message.headers?.code === noRespondersCode;
    const batch = this.batches.get(token);
    if (batch !== undefined && hasNoResponders) this.sendAloneInstead(batch);
    else if (hasNoResponders) this.settle(token, 'no_responders');
    else this.settle(token, { bytes: message.data.length, json: () => message.json<ReplyEnvelope>() });
  }

  /** No process received the batch: the service does not run, or only versions without batches. */
  private sendAloneInstead({ service, open }: SentBatch): void {
    this.alone.set(service, performance.now() + aloneMs);
    for (const token of [...open]) this.resendAlone(token);
  }

  /** Only for a request that was not executed. */
  private resendAlone(token: string): void {
    this.leaveBatch(token, this.pending.get(token));
    this.sendAlone(token);
  }

  private receiveAnswers(message: Msg): void {
    const service = answeringService(message.subject);
    for (const answer of parseAnswers(message.data)) this.receiveAnswer(service, answer);
  }

  private receiveAnswer(service: string | undefined, { token, text, bytes }: AnswerLine): void {
    const pending = this.pending.get(token);
    // A service must not answer a request to another one.
    if (pending?.outgoing.service !== service) return;
    if (text === unservedReply) this.resendAlone(token);
    else this.settle(token, { bytes, json: () => JSON.parse(text) as ReplyEnvelope });
  }

  private settle(token: string, reply: ReceivedReply | NoReplyReason): void {
    const pending = this.pending.get(token);
    if (pending === undefined) return; // A late reply: the request has already timed out.
    this.forget(token, pending);
    pending.resolve(reply);
  }

  private forget(token: string, pending: PendingRequest): void {
    this.pending.delete(token);
    clearTimeout(pending.timer);
    this.leaveBatch(token, pending);
  }

  private leaveBatch(token: string, pending: PendingRequest | undefined): void {
    const batch = pending?.batch;
    if (!batch) return;
    batch.open.delete(token);
    if (batch.open.size === 0) this.batches.delete(batch.token);
    pending.batch = null;
  }

  private settleAll(reason: NoReplyReason): void {
    for (const token of [...this.pending.keys()]) this.settle(token, reason);
  }
}

function remainingMs({ expiresAtMs }: OutgoingRequest): number {
  return Math.max(1, expiresAtMs - performance.now());
}

/** The request comes last, so that the text of a large body is copied and not made again. */
function envelopeText(outgoing: OutgoingRequest, sent?: RequestEnvelope['sent']): string {
  const { actor, requestId, traceparent, body } = outgoing;
  const envelope = JSON.stringify({
    actor,
    request_id: requestId,
    remaining_ms: remainingMs(outgoing),
    ...(sent !== undefined && { sent }),
    ...(traceparent !== undefined && { traceparent }),
  } satisfies Omit<RequestEnvelope, 'request' | 'sent'> & Partial<Pick<RequestEnvelope, 'sent'>>);
  return `${envelope.slice(0, -1)},"request":${body}}`;
}

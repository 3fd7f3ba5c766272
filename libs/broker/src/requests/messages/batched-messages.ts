import { log } from '@kushk/runtime';
import type { ServiceName } from '@kushk/contracts';
import type { Msg } from '@nats-io/nats-core';
import type { BrokerConnection } from '../../connection/broker-connection.js';
import { parseRequest, unservedReply, type ReplyEnvelope } from '../envelope.js';
import {
  answerLine,
  answeringService,
  answersSubject,
  batchLimits,
  batchSubject,
  isOneLine,
  parseAnswers,
  parseBatch,
  requestBatch,
  requestLine,
} from './batch-format.js';
import { hasNoResponders, Inbox } from './inbox.js';
import { LineBatches } from './line-batches.js';
import type {
  IncomingRequest,
  NoReplyReason,
  OutgoingRequest,
  ReceivedReply,
  RequestMessages,
  RequestReceiver,
  RequestSender,
  ServiceAddress,
} from './messages.js';
import { ServiceSubscriptions } from './service-subscriptions.js';
import { envelopeText, SingleReceiver, SingleSender } from './single-messages.js';

/**
 * Sends the requests of one event-loop turn to one service in one message. A request that is large, has another scope
 * or is the only one of its turn is sent in a message of its own.
 */
class BatchedSender implements RequestSender {
  private readonly inbox: Inbox;
  private readonly single: SingleSender;
  private readonly turn: LineBatches<number>;
  /** The server sends `no_responders` for a batch below this prefix. */
  private readonly batchInbox: string;
  /** The last token of the subject of the answers to this process. */
  private readonly answerTo: string;
  private isSubscribed = false;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly scope: string,
  ) {
    this.inbox = new Inbox(connection);
    this.single = new SingleSender(connection, this.inbox);
    this.turn = new LineBatches(() => connection.beforeSending(() => this.sendTurn()));
    this.batchInbox = connection.newInbox();
    this.answerTo = this.batchInbox.slice(this.batchInbox.lastIndexOf('.') + 1);
  }

  send(request: OutgoingRequest): Promise<ReceivedReply | NoReplyReason> {
    const { scope, service, body } = request;
    if (scope !== this.scope || body.length > batchLimits.requestCharacters || !isOneLine(body))
      return this.single.send(request);
    const token = this.inbox.nextToken();
    this.turn.add(service, token, body.length);
    return this.inbox.waitFor(token, request);
  }

  private sendTurn(): void {
    for (const { key, lines: tokens } of this.turn.take()) {
      if (tokens.length === 1) this.sendSingle(tokens[0]!);
      else this.sendBatch(key as ServiceName, tokens);
    }
  }

  private sendSingle(token: number): void {
    const request = this.inbox.find(token);
    if (request !== undefined) this.single.publish(token, request);
  }

  private sendBatch(service: ServiceName, tokens: readonly number[]): void {
    this.subscribe();
    const lines = tokens.flatMap((token) => {
      const request = this.inbox.find(token);
      return request === undefined ? [] : [requestLine(token, request.subject, envelopeText(request))];
    });
    const reply = `${this.batchInbox}.${service}.${tokens[0]}.${tokens.at(-1)}`;
    const text = requestBatch(this.answerTo, lines);
    this.connection.send(`${this.scope}.${batchSubject(service)}`, Buffer.from(text), reply);
  }

  /** The server processes the subscriptions before the first batch, because a connection is in order. */
  private subscribe(): void {
    if (this.isSubscribed) return;
    this.isSubscribed = true;
    const { nats } = this.connection;
    nats.subscribe(`${this.batchInbox}.>`, {
      callback: (_error, message) => {
        if (hasNoResponders(message)) this.sendOneByOne(message.subject);
      },
    });
    nats.subscribe(answersSubject({ scope: this.scope, service: '*', answerTo: this.answerTo }), {
      callback: (error, message) => {
        if (error) log.error({ err: error }, 'answers to batches are not received');
        else this.receiveAnswers(message);
      },
    });
  }

  /** No process of the service has received the batch. One that receives only single requests may run. */
  private sendOneByOne(subject: string): void {
    const [service, first, last] = subject.slice(this.batchInbox.length + 1).split('.');
    for (let token = Number(first); token <= Number(last); token += 1)
      if (this.inbox.find(token)?.service === service) this.sendSingle(token);
  }

  private receiveAnswers(message: Msg): void {
    const service = answeringService(message.subject);
    for (const { token, text, bytes } of parseAnswers(message.data)) {
      // A service must not answer a request to another one.
      if (this.inbox.find(token)?.service !== service) continue;
      // Only a version of the service with a handler for the request receives it in a message of its own.
      if (text === unservedReply) this.sendSingle(token);
      else this.inbox.settle(token, { bytes, json: () => JSON.parse(text) as ReplyEnvelope });
    }
  }
}

/**
 * Receives batches and single requests. The answers of one event-loop turn to one process are sent in one message,
 * also when their requests arrived in different batches. An answer that takes longer delays no other.
 */
class BatchedReceiver implements RequestReceiver {
  private readonly single: SingleReceiver;
  private readonly subscriptions: ServiceSubscriptions;
  private readonly turn: LineBatches<string>;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly owner: ServiceAddress,
  ) {
    this.single = new SingleReceiver(connection, owner);
    this.subscriptions = new ServiceSubscriptions(connection, owner);
    this.turn = new LineBatches(() => connection.beforeSending(() => this.sendTurn()));
  }

  receive(subjects: readonly string[], handle: (request: IncomingRequest) => void): void {
    this.single.receive(subjects, handle);
    const served = new Set(subjects);
    const subject = batchSubject(this.owner.service);
    this.subscriptions.add(subject, ({ data }) => {
      try {
        for (const request of this.requestsOf(data))
          if (served.has(request.subject)) handle(request);
          else request.reply(unservedReply);
      } catch (error) {
        log.error({ request: subject, err: error }, 'request malformed');
      }
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.single.stop(), this.subscriptions.drain()]);
  }

  private requestsOf(data: Uint8Array): IncomingRequest[] {
    const { answerTo, requests } = parseBatch(data);
    return requests.map(({ token, subject, text, bytes }) => ({
      subject,
      bytes,
      parse: () => parseRequest(text),
      reply: (answer) => this.answer(answerTo, answerLine(token, answer)),
    }));
  }

  private answer(answerTo: string, line: string): void {
    if (line.length > batchLimits.answerCharacters) this.send(answerTo, line);
    else this.turn.add(answerTo, line, line.length);
  }

  private sendTurn(): void {
    for (const { key, lines } of this.turn.take()) this.send(key, lines.join('\n'));
  }

  private send(answerTo: string, text: string): void {
    this.connection.send(answersSubject({ ...this.owner, answerTo }), Buffer.from(text));
  }
}

/** The requests of one event-loop turn to one service in one message, and likewise the replies. */
export const batchedMessages: RequestMessages = {
  sender: (connection, scope) => new BatchedSender(connection, scope),
  receiver: (connection, owner) => new BatchedReceiver(connection, owner),
};

import { inSpan, log, measure, SpanKind, traceparent, type RequestOutcome } from '@kushk/runtime';
import type { Outcome } from '@kushk/decider';
import type { Msg, Subscription } from '@nats-io/nats-core';
import type { RequestContext } from './context.js';
import { parseRequest, type ReplyEnvelope, type RequestEnvelope } from './envelope.js';
import { failureOf } from './service-errors.js';
import type { BrokerConnection } from './broker-connection.js';
import { isQuery } from './subjects.js';

/** A handler of requests, as Nest made it. */
export type RequestHandler = (request: unknown, context: RequestContext) => Promise<unknown>;

/** Answers the requests of a service: one queue group, so that each goes to one process of it. */
export class Responder {
  private readonly subscriptions: Subscription[] = [];
  private inFlight = 0;
  private settled: (() => void)[] = [];

  constructor(
    private readonly link: BrokerConnection,
    private readonly at: { readonly scope: string; readonly service: string },
    private readonly limit: number,
  ) {}

  /** Answers everything that is sent to `subject` (without scope). */
  answer(subject: string, handler: RequestHandler): void {
    const subscription = this.link.connection.subscribe(`${this.at.scope}.${subject}`, {
      queue: this.at.service,
      callback: (_error, message) => this.take(subject, handler, message),
    });
    this.subscriptions.push(subscription);
  }

  /** Takes no more requests and resolves when those in flight have been answered. */
  async stop(): Promise<void> {
    // Draining asks the server to send no more and hands over what it had already sent.
    await Promise.all(this.subscriptions.map((one) => one.drain().catch(() => undefined)));
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.settled.push(resolve));
  }

  private take(subject: string, handler: RequestHandler, message: Msg): void {
    if (this.inFlight >= this.limit) {
      measure.requestHandled(subject, 'busy', 0);
      this.reply(message, { kind: 'busy' }, subject);
      return;
    }
    this.inFlight++;
    void this.handle(subject, handler, message).finally(() => {
      this.inFlight--;
      if (this.inFlight === 0) for (const resolve of this.settled.splice(0)) resolve();
    });
  }

  private async handle(subject: string, handler: RequestHandler, message: Msg): Promise<void> {
    const startedAt = performance.now();
    let envelope: RequestEnvelope;
    try {
      envelope = parseRequest(message.string());
    } catch (error) {
      log.error({ request: subject, error }, 'request could not be read');
      this.reply(message, { kind: 'failure' }, subject);
      return;
    }
    if (envelope.deadline <= Date.now()) {
      measure.requestHandled(subject, 'expired', 0);
      log.warn({ request: subject, requestId: envelope.request_id }, 'request came too late');
      return;
    }
    const reply = this.reply(message, await this.run(subject, handler, envelope), subject);
    const ms = performance.now() - startedAt;
    const outcome = outcomeOf(reply);
    measure.requestHandled(subject, outcome, ms);
    log[isQuery(subject) ? 'debug' : 'info'](
      { request: subject, outcome, code: codeOf(reply), requestId: envelope.request_id, ms },
      'request handled',
    );
  }

  private async run(subject: string, handler: RequestHandler, envelope: RequestEnvelope): Promise<ReplyEnvelope> {
    try {
      const outcome = await inSpan(`answer ${subject}`, { kind: SpanKind.SERVER, parent: envelope.traceparent }, () =>
        handler(envelope.request, contextOf(envelope)),
      );
      if (isOutcome(outcome)) return { kind: 'outcome', outcome };
      throw new TypeError(`the handler of ${subject} must return an Outcome`);
    } catch (error) {
      const kind = failureOf(error);
      log[kind === 'failure' ? 'error' : 'warn'](
        { request: subject, requestId: envelope.request_id, error },
        kind === 'failure' ? 'request failed' : 'request could not be served now',
      );
      return { kind };
    }
  }

  /** Sends a reply and says what was sent: a failure in the place of what NATS cannot carry, so that the asker need not wait for its timeout. */
  private reply(message: Msg, reply: ReplyEnvelope, subject: string): ReplyEnvelope {
    let bytes: number | undefined;
    try {
      const payload = Buffer.from(JSON.stringify(reply));
      bytes = payload.length;
      if (message.reply) this.link.send(message.reply, payload);
      return reply;
    } catch (error) {
      const limit = this.link.connection.info?.max_payload;
      log.error(
        { request: subject, bytes, limit, error },
        bytes !== undefined && limit !== undefined && bytes > limit ? 'reply too large' : 'reply could not be sent',
      );
      return reply.kind === 'outcome' ? this.reply(message, { kind: 'failure' }, subject) : reply;
    }
  }
}

function contextOf(envelope: RequestEnvelope): RequestContext {
  const trace = traceparent(envelope.traceparent);
  return {
    actor: envelope.actor,
    requestId: envelope.request_id,
    deadline: new Date(envelope.deadline),
    ...(trace !== undefined && { traceparent: trace }),
  };
}

function isOutcome(value: unknown): value is Outcome<unknown> {
  return typeof value === 'object' && value !== null && 'accepted' in value;
}

function outcomeOf(reply: ReplyEnvelope): RequestOutcome {
  if (reply.kind === 'outcome') return reply.outcome.accepted ? 'accepted' : 'refused';
  return reply.kind === 'failure' ? 'failed' : reply.kind;
}

function codeOf(reply: ReplyEnvelope): string | undefined {
  return reply.kind === 'outcome' && !reply.outcome.accepted ? reply.outcome.refusal.code : undefined;
}

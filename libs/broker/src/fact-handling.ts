import { factHeaders } from '@kushk/event-store/fact-stream';
import { inSpan, log, measure, SpanKind, traceparent } from '@kushk/runtime';
import type { FactContext } from './context.js';
import { failureOf } from './service-errors.js';
import { park, type ParkedMessage, type Parking } from './parking.js';
import { eventIdOf, type DeliveredFact, type FactWork } from './reaction.js';

/** A handler of facts, as Nest made it. Resolves when the fact has been taken in, with its effect committed. */
export type FactHandler = (data: unknown, context: FactContext) => Promise<unknown>;

/** The handlers of one reaction by type without scope (`evt.catalogue.release.submitted.v1`). */
export type HandlersByType = ReadonlyMap<string, FactHandler>;

interface Incoming {
  readonly subject: string;
  readonly eventId: string;
  readonly sequence: number;
  readonly header: (name: string) => string | undefined;
  readonly data: unknown;
}

/** Takes in the facts of one reaction: hands each to its handler, and decides what a failure means. */
export class FactHandling implements FactWork {
  constructor(
    private readonly reaction: string,
    private readonly handlers: HandlersByType,
    private readonly parking: Parking,
    private readonly retryAfterMs: readonly number[],
  ) {}

  keyOf(message: DeliveredFact): string {
    return message.headers?.get(factHeaders.stream) || (message.subject.split('.').at(-1) ?? '');
  }

  async attempt(message: DeliveredFact, tries: number): Promise<number | null> {
    const startedAt = performance.now();
    const eventId = eventIdOf(message);
    const line = { reaction: this.reaction, eventId, stream: this.keyOf(message), sequence: message.seq };
    try {
      await this.handle({
        subject: message.subject,
        eventId,
        sequence: message.seq,
        header: (name) => message.headers?.get(name) || undefined,
        data: message.json(),
      });
      const ms = performance.now() - startedAt;
      measure.factReacted(this.reaction, 'done', ms);
      log.info({ ...line, ms }, 'fact taken in');
      return null;
    } catch (error) {
      measure.factReacted(this.reaction, 'retried', performance.now() - startedAt);
      return this.afterFailure(message, tries, error, line);
    }
  }

  /** Hands a parked fact to its handler once more. Rejects as the handler does. */
  replay(parked: ParkedMessage): Promise<void> {
    const { fact, headers, text } = parked;
    return this.handle({
      subject: fact.subject,
      eventId: fact.eventId,
      sequence: 0,
      header: (name) => headers.get(name) || undefined,
      data: JSON.parse(text),
    });
  }

  private async handle(incoming: Incoming): Promise<void> {
    const { scope, type } = partsOf(incoming.subject);
    const handler = this.handlers.get(type);
    if (handler === undefined) throw new Error(`no handler for ${type}`);
    const streamId = incoming.header(factHeaders.stream) ?? (incoming.subject.split('.').at(-1) || '');
    const from = incoming.header(factHeaders.traceparent);
    const at = new Date(incoming.header(factHeaders.at) ?? Date.now());
    await inSpan(
      `react ${this.reaction}`,
      { kind: SpanKind.CONSUMER, parent: from, attributes: { 'kushk.event_id': incoming.eventId } },
      async () => {
        const trace = traceparent(from);
        const { eventId, sequence } = incoming;
        await handler(incoming.data, {
          scope,
          eventId,
          streamId,
          type,
          at,
          sequence,
          ...(trace !== undefined && { traceparent: trace }),
        });
      },
    );
  }

  /** A part that is away comes back: nothing is parked for that. A defect stays one: after some tries the fact is set aside. */
  private async afterFailure(
    message: DeliveredFact,
    tries: number,
    error: unknown,
    line: object,
  ): Promise<number | null> {
    const lastWait = this.retryAfterMs.at(-1) ?? 0;
    const wait = this.retryAfterMs[tries - 1];
    if (failureOf(error) !== 'failure') {
      log.warn({ ...line, tries, error }, 'fact waits: a part is away');
      return wait ?? lastWait;
    }
    if (wait !== undefined) {
      log.warn({ ...line, tries, error }, 'reaction failed and is tried again');
      return wait;
    }
    try {
      await park(this.parking, message, { reaction: this.reaction, reason: error, attempts: tries });
    } catch (parkError) {
      log.error({ ...line, error: parkError }, 'fact could not be parked');
      return lastWait;
    }
    measure.factParked(this.reaction);
    log.error({ ...line, tries, error }, 'fact parked');
    return null;
  }
}

/** `hub.evt.catalogue.release.submitted.v1.<token>` → `hub` and `evt.catalogue.release.submitted.v1` */
function partsOf(subject: string): { readonly scope: string; readonly type: string } {
  const dot = subject.indexOf('.');
  return { scope: subject.slice(0, dot), type: subject.slice(dot + 1, subject.lastIndexOf('.')) };
}

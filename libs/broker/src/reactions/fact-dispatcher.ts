import { errorClassOf } from '@kushk/event-store/error-class';
import { factHeaders } from '@kushk/event-store/fact-stream';
import { inSpan, log, measure, SpanKind, traceIdOf, traceparent, withLogFields } from '@kushk/runtime';
import type { BrokerLimits } from '../limits.js';
import type { FactContext } from '../transport/context.js';
import type { Reaction } from '../transport/handler-registry.js';
import { eventIdOf, type DeliveredFact, type FactProcessor } from './fact.js';
import type { RetryOutcome, WaitingFacts } from './waiting-facts.js';
import type { ParkedFactStream, ParkedMessage } from './parked-fact-stream.js';

/** A handler of facts, as wrapped by Nest. Resolves when the effect of the fact is committed. */
export type FactHandler = (data: unknown, context: FactContext) => Promise<unknown>;

interface IncomingFact {
  readonly subject: string;
  readonly eventId: string;
  readonly sequence: number;
  readonly header: (name: string) => string | undefined;
  readonly data: unknown;
}

/** Calls the handlers of one reaction. Decides whether a failed fact is retried or parked. */
export class FactDispatcher implements FactProcessor {
  private readonly retryDelaysMs: readonly number[];
  private readonly waiting: WaitingFacts | null;
  /** How often the reaction to each fact in flight has timed out, by event id. */
  private readonly timeouts = new Map<string, number>();

  constructor(
    private readonly reaction: Pick<Reaction, 'name' | 'origin' | 'handlers'>,
    private readonly parkedFacts: ParkedFactStream,
    private readonly options: Pick<BrokerLimits, 'retryDelaysMs' | 'timeoutsUntilParked'> & {
      readonly waiting: WaitingFacts | null;
    },
  ) {
    this.retryDelaysMs = options.retryDelaysMs;
    this.waiting = options.waiting;
  }

  ownershipChanged(): void {
    this.timeouts.clear();
    this.waiting?.ownershipChanged();
  }

  async retryWaiting(isEnding: () => boolean): Promise<void> {
    const { name } = this.reaction;
    try {
      await this.waiting?.retry((fact, isOverdue) =>
        isEnding() ? Promise.resolve('unavailable') : this.retryFact(fact, isOverdue),
      );
    } catch (error) {
      log.warn({ reaction: name, err: error }, 'waiting facts could not be retried');
    }
  }

  private async retryFact(fact: DeliveredFact, isOverdue: boolean): Promise<RetryOutcome> {
    const { name: reaction } = this.reaction;
    try {
      await this.dispatch({
        subject: fact.subject,
        eventId: eventIdOf(fact),
        sequence: fact.seq,
        header: (header) => fact.headers?.get(header) || undefined,
        data: fact.json(),
      });
      log.info({ reaction, event_id: eventIdOf(fact) }, 'waiting fact processed');
      return 'finished';
    } catch (reason) {
      if (this.isRetried(fact, reason)) return 'unavailable';
      if (isPrerequisiteMissing(reason) && !isOverdue) return 'waits';
      await this.park(fact, reason, this.retryDelaysMs.length + 1);
      log.error({ reaction, event_id: eventIdOf(fact), err: reason }, 'fact parked');
      return 'finished';
    }
  }

  /** Streams of different instances may have the same id. */
  keyOf(fact: DeliveredFact): string {
    const streamId = fact.headers?.get(factHeaders.stream) || lastToken(fact.subject);
    return this.reaction.origin === 'fleet' ? `${splitSubject(fact.subject).scope} ${streamId}` : streamId;
  }

  async process(fact: DeliveredFact, attempt: number): Promise<number | null> {
    const startedAt = performance.now();
    const eventId = eventIdOf(fact);
    const { name } = this.reaction;
    const fields = { reaction: name, event_id: eventId, stream_id: this.keyOf(fact), sequence: fact.seq, attempt };
    const trace_id = traceIdOf(fact.headers?.get(factHeaders.traceparent));
    return withLogFields({ reaction: name, event_id: eventId, trace_id }, async () => {
      try {
        if (await this.waitsBehindOthers(fact)) return null;
        await this.dispatch({
          subject: fact.subject,
          eventId,
          sequence: fact.seq,
          header: (header) => fact.headers?.get(header) || undefined,
          data: fact.json(),
        });
        const durationMs = performance.now() - startedAt;
        measure.factProcessed(name, 'done', durationMs);
        log.info({ ...fields, duration_ms: durationMs }, 'fact processed');
        return null;
      } catch (error) {
        measure.factProcessed(name, 'retried', performance.now() - startedAt);
        return this.afterFailure(fact, { ...fields, err: error });
      }
    });
  }

  /** A fact whose key has waiting facts waits behind them, so that the order of the key is kept. */
  private async waitsBehindOthers(fact: DeliveredFact): Promise<boolean> {
    const { waiting } = this;
    if (waiting === null || !(await waiting.has(this.keyOf(fact)))) return false;
    await waiting.add(fact, this.keyOf(fact));
    return true;
  }

  /** Calls the handler for a parked fact once. Rejects when the handler rejects. */
  replay({ fact, headers, text }: ParkedMessage): Promise<void> {
    return this.dispatch({
      subject: fact.subject,
      eventId: fact.eventId,
      sequence: 0,
      header: (name) => headers.get(name) || undefined,
      data: JSON.parse(text),
    });
  }

  private async dispatch(fact: IncomingFact): Promise<void> {
    const { scope, type } = splitSubject(fact.subject);
    const handler = this.reaction.handlers.get(type);
    if (handler === undefined) throw new Error(`no handler for ${type}`);
    const { eventId, sequence } = fact;
    const streamId = fact.header(factHeaders.stream) ?? lastToken(fact.subject);
    const parent = fact.header(factHeaders.traceparent);
    const at = new Date(fact.header(factHeaders.at) ?? Date.now());
    const span = { kind: SpanKind.CONSUMER, parent, attributes: { 'kushk.event_id': eventId } };
    await inSpan(`react ${this.reaction.name}`, span, async () => {
      const trace = traceparent(parent);
      const context = { scope, eventId, streamId, type, at, sequence };
      await handler(fact.data, trace === undefined ? context : { ...context, traceparent: trace });
    });
    this.timeouts.delete(eventId);
  }

  /**
   * An unavailable dependency becomes available again, so the fact is retried and never parked. A timeout may be due to
   * other work, so the fact is parked after many.
   */
  private isRetried(fact: DeliveredFact, error: unknown): boolean {
    const errorClass = errorClassOf(error);
    if (errorClass !== 'timeout') return errorClass !== 'defect';
    const eventId = eventIdOf(fact);
    const timeouts = (this.timeouts.get(eventId) ?? 0) + 1;
    this.timeouts.set(eventId, timeouts);
    return timeouts < this.options.timeoutsUntilParked;
  }

  /** Any other error is likely to occur again, so the fact is parked after several attempts. */
  private async afterFailure(
    fact: DeliveredFact,
    fields: { readonly reaction: string; readonly attempt: number; readonly err: unknown },
  ): Promise<number | null> {
    const lastDelayMs = this.retryDelaysMs.at(-1) ?? 0;
    const delayMs = this.retryDelaysMs[fields.attempt - 1];
    if (this.isRetried(fact, fields.err)) {
      log.warn({ ...fields, retry_in_ms: delayMs ?? lastDelayMs }, 'fact delayed, dependency unavailable or too slow');
      return delayMs ?? lastDelayMs;
    }
    if (delayMs !== undefined) {
      log.warn({ ...fields, retry_in_ms: delayMs }, 'fact failed, retrying');
      return delayMs;
    }
    try {
      const { attempt, err: reason } = fields;
      if (this.waiting !== null && isPrerequisiteMissing(reason)) {
        await this.waiting.add(fact, this.keyOf(fact));
        log.warn(fields, 'fact waits for a missing fact');
        return null;
      }
      await this.park(fact, reason, attempt);
    } catch (parkError) {
      log.error({ ...fields, err: parkError, retry_in_ms: lastDelayMs }, 'fact could not be parked');
      return lastDelayMs;
    }
    log.error(fields, 'fact parked');
    return null;
  }

  private async park(fact: DeliveredFact, reason: unknown, attempts: number): Promise<void> {
    const { name: reaction } = this.reaction;
    await this.parkedFacts.park(fact, { reaction, reason, attempts });
    this.timeouts.delete(eventIdOf(fact));
    measure.factParked(reaction);
  }
}

/** Splits `hub.evt.catalogue.release.submitted.v1.<token>` into `hub` and `evt.catalogue.release.submitted.v1`. */
function splitSubject(subject: string): { readonly scope: string; readonly type: string } {
  const dot = subject.indexOf('.');
  return { scope: subject.slice(0, dot), type: subject.slice(dot + 1, subject.lastIndexOf('.')) };
}

function lastToken(subject: string): string {
  return subject.slice(subject.lastIndexOf('.') + 1);
}

/** By name, like every classification of errors (`errorClassOf`). */
function isPrerequisiteMissing(error: unknown): boolean {
  return error instanceof Error && error.name === 'PrerequisiteMissing';
}

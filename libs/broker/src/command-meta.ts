/** From what crossed the line to what a command stores with its facts. */
import type { RequestIdempotency } from '@kushk/contracts';
import type { FactMeta, IdempotencyKey } from '@kushk/event-store';
import type { FactContext, RequestContext } from './context.js';

/** Who asked, under which request. */
export function metaOf(context: RequestContext): FactMeta {
  const { actor, requestId, traceparent } = context;
  return { actor, correlationId: requestId, ...(traceparent !== undefined && { traceparent }) };
}

/** Which fact a reaction answers to. */
export function causedBy(context: FactContext): FactMeta {
  const { eventId, traceparent } = context;
  return { actor: { kind: 'system' }, causationId: eventId, ...(traceparent !== undefined && { traceparent }) };
}

/** The caller's idempotency key, if one was sent. */
export function idempotencyOf(idempotency: RequestIdempotency | undefined): IdempotencyKey | undefined {
  return idempotency && { scope: idempotency.scope, key: idempotency.key, inputHash: idempotency.input_hash };
}

/** Makes a reaction's command idempotent: the same fact, delivered again, has no second effect. `part` tells several commands of one fact apart. */
export function idempotencyFor(reaction: string, context: FactContext, part = ''): IdempotencyKey {
  return { scope: reaction, key: part === '' ? context.eventId : `${context.eventId}:${part}`, inputHash: '' };
}

/**
 * The metadata that a command stores with its facts, taken from the context of the request or of the fact that caused
 * it.
 */
import type { RequestIdempotency } from '@kushk/contracts';
import type { CommandMeta, FactMeta, IdempotencyKey } from '@kushk/event-store';
import type { FactContext, RequestContext } from '../transport/context.js';

/** The caller, the request id and the size of the request. */
export function metaOf(context: RequestContext): CommandMeta {
  const { actor, requestId, traceparent, requestBytes } = context;
  return {
    actor,
    correlationId: requestId,
    ...(traceparent !== undefined && { traceparent }),
    ...(requestBytes !== undefined && { requestBytes }),
  };
}

/** The fact that caused the command of a reaction. */
export function causedBy(context: FactContext): FactMeta {
  const { eventId, traceparent } = context;
  return { actor: { kind: 'system' }, causationId: eventId, ...(traceparent !== undefined && { traceparent }) };
}

/** The caller's idempotency key; undefined when the request has none. */
export function idempotencyOf(idempotency: RequestIdempotency | undefined): IdempotencyKey | undefined {
  return idempotency && { scope: idempotency.scope, key: idempotency.key, inputHash: idempotency.input_hash };
}

/**
 * Makes the command of a reaction idempotent: a redelivery of the fact has no effect. `part` distinguishes several
 * commands that one fact causes. The key is kept for good, because a lost JetStream is filled again from the logs.
 */
export function idempotencyFor(reaction: string, context: FactContext, part = ''): IdempotencyKey {
  return {
    scope: reaction,
    key: part === '' ? context.eventId : `${context.eventId}:${part}`,
    inputHash: '',
    isPermanent: true,
  };
}

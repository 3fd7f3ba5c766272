/** From what crossed the line to what a command stores with its facts. */
import type { Once } from '@kushk/contracts';
import type { FactMeta, OnceOnly } from '@kushk/event-store';
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
export function onceOf(once: Once | undefined): OnceOnly | undefined {
  return once && { scope: once.scope, key: once.key, inputHash: once.input_hash };
}

/** Makes a reaction's command idempotent: the same fact, delivered again, has no second effect. `part` tells several commands of one fact apart. */
export function onceFor(reaction: string, context: FactContext, part = ''): OnceOnly {
  return { scope: reaction, key: part === '' ? context.eventId : `${context.eventId}:${part}`, inputHash: '' };
}

/**
 * Trace context as text (W3C `traceparent`) and spans around units of work. While no collector is configured
 * nothing is created: a span costs one comparison, and a `traceparent` that came from outside is handed on as it is.
 */
import {
  context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type SpanKind,
} from '@opentelemetry/api';

export { SpanKind } from '@opentelemetry/api';

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
let on = false;

/** Called when an SDK has been started (`@kushk/runtime/telemetry`); tests may call it after they registered their own. */
export function startTracing(): void {
  on = true;
}

export interface SpanOptions {
  readonly kind: SpanKind;
  /** The `traceparent` under which the work stands; absent: the span that is active here. */
  readonly parent?: string | undefined;
  readonly attributes?: Attributes;
}

/** Runs `work` in a span that ends with it; an exception marks the span and goes on. */
export async function inSpan<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  if (!on) return work();
  const { kind, parent, attributes } = options;
  const under = parent === undefined ? context.active() : contextOf(parent);
  return trace
    .getTracer('kushk')
    .startActiveSpan(name, { kind, ...(attributes && { attributes }) }, under, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
        throw error;
      } finally {
        span.end();
      }
    });
}

/** The `traceparent` of the span that is active here, else `fallback`: what came from outside. */
export function traceparent(fallback?: string): string | undefined {
  const span = on ? trace.getActiveSpan()?.spanContext() : undefined;
  if (span === undefined) return fallback;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/**
 * The `traceparent` to write on a request that undici sends. None while a collector is configured: then undici's
 * instrumentation writes the one of its own span, and a second header beside it would make both unreadable.
 */
export function traceparentToSend(fallback?: string): string | undefined {
  return on ? undefined : fallback;
}

function contextOf(parent: string): Context {
  const [, traceId, spanId, flags] = form.exec(parent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

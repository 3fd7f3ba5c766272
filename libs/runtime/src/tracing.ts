/**
 * W3C trace context (`traceparent`) and spans around units of work. Without a trace collector no span is created:
 * `inSpan` costs one comparison, and an incoming `traceparent` is passed on unchanged.
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

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
let isEnabled = false;

/**
 * Enables spans. Call it after the OpenTelemetry SDK has started (in `@kushk/runtime/telemetry`, or in a test with
 * its own SDK).
 */
export function startTracing(): void {
  isEnabled = true;
}

interface SpanOptions {
  readonly kind: SpanKind;
  /** `traceparent` of the parent span. When it is absent, the active span is the parent. */
  readonly parent?: string | undefined;
  readonly attributes?: Attributes;
}

/** Runs `work` in a span. An exception marks the span as failed and is rethrown. */
export function inSpan<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  return isEnabled ? inNewSpan(name, options, work) : work();
}

function inNewSpan<Result>(
  name: string,
  { kind, parent, attributes }: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const parentContext = parent === undefined ? context.active() : contextOf(parent);
  return trace
    .getTracer('kushk')
    .startActiveSpan(name, { kind, ...(attributes && { attributes }) }, parentContext, async (span) => {
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

/**
 * Returns the `traceparent` of the active span. Without an active span returns `fallback`, the incoming
 * `traceparent`.
 */
export function traceparent(fallback?: string): string | undefined {
  const span = isEnabled ? trace.getActiveSpan()?.spanContext() : undefined;
  if (span === undefined) return fallback;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The trace id in a `traceparent`, for log lines; undefined without one. */
export function traceIdOf(parent: string | null | undefined): string | undefined {
  return traceparentPattern.exec(parent ?? '')?.[1];
}

/**
 * Returns the `traceparent` header for a request with undici. Returns undefined when a trace collector is configured:
 * undici's instrumentation then adds the header of its own span, and two headers would invalidate each other.
 */
export function traceparentToSend(fallback?: string): string | undefined {
  return isEnabled ? undefined : fallback;
}

function contextOf(parent: string): Context {
  const [, traceId, spanId, flags] = traceparentPattern.exec(parent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

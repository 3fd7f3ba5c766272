import { inSpan, metrics, SpanKind, traceparentToSend } from '@kushk/runtime';
import { Histogram } from 'prom-client';
import type { AttemptResult, OutgoingRequest } from './attempt-result.js';
import type { DevCalls, PluginCall } from './dev-calls.client.js';
import type { Sender } from './sender.client.js';

const durations = new Histogram({
  name: 'kushk_plugin_calls_seconds',
  help: 'Requests to plugins by channel and outcome (class of status, or kind of failure)',
  labelNames: ['channel', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

type PluginChannel = 'event' | 'lifecycle' | 'tool';

interface AttemptOptions {
  readonly call: PluginCall;
  readonly span: {
    readonly name: string;
    /** The trace context of the parent span; when it is absent, the active span is the parent. */
    readonly parent?: string | undefined;
    readonly attributes?: Readonly<Record<string, string | number>>;
  };
  /** The W3C trace context of the request or fact that caused this request. */
  readonly traceparent?: string | undefined;
  /** The deadline in milliseconds, shorter than the sender's own deadline. */
  readonly deadlineMs?: number;
}

/** Sends the requests of one channel: creates a span, adds the trace context, and counts the results. */
export class PluginClient {
  constructor(
    private readonly channel: PluginChannel,
    private readonly sender: Sender,
    /** Null in production. */
    private readonly devCalls: DevCalls | null,
  ) {}

  /** Sends a request. Never rejects: every failure is a `failed` result. */
  async send(request: OutgoingRequest, options: AttemptOptions): Promise<AttemptResult> {
    const { call, span, traceparent, deadlineMs } = options;
    const send = (): Promise<AttemptResult> =>
      inSpan(span.name, { kind: SpanKind.CLIENT, ...span }, () =>
        this.sender.send(withTraceContext(request, traceparent), deadlineMs),
      );
    return this.devCalls === null ? send() : this.devCalls.record(call, request, send);
  }

  /** Counts an attempt. `send` does not count it, because an attempt can also fail before or after the request. */
  measure(result: AttemptResult): void {
    const outcome = result.kind === 'failed' ? result.error : `${Math.trunc(result.status / 100)}xx`;
    durations.labels(this.channel, outcome).observe(result.durationMs / 1_000);
  }
}

/** Adds the `traceparent` header of the cause, unless there is none or the HTTP instrumentation adds its own. */
function withTraceContext(request: OutgoingRequest, cause: string | undefined): OutgoingRequest {
  const traceparent = traceparentToSend(cause);
  return traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } };
}

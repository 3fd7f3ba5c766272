import type { Json } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { log, now, realNow } from '@kushk/runtime';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CircuitStore } from '../../delivery/circuits.view.js';
import type { AttemptResult, OutgoingRequest } from '../../outbound/attempt-result.js';
import { PluginConnector } from '../../outbound/plugin-connector.client.js';
import { PluginClient } from '../../outbound/plugin.client.js';
import { Sender } from '../../outbound/sender.client.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { admitToolCall, afterToolCall, isOpen, type ToolCircuitBreaker } from './tool-circuit-breaker.js';
import { ToolCalls } from './tool-calls.view.js';
import { readToolContent } from './tool-content.js';

/** A tool call may take ten seconds in total. The last 200 ms are reserved for the reply to the caller. */
const DEADLINE_MS = 9_800;
/** A queued call is not sent when less time than this is left. */
const MIN_TIME_LEFT_MS = 100;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_PER_ENDPOINT = 8;
const LIMITS = { perKey: MAX_PER_ENDPOINT, total: 64, maxQueuedPerKey: 24 };

/** A call of a tool of one installation. */
interface ToolCall {
  readonly callId: string;
  readonly installationId: string;
  readonly tool: string;
  /** The version that answers; null for an endpoint of before 0.1.0. */
  readonly version: string | null;
}

/** Sends tool calls. Its limits, connections and circuit breakers are separate from those of events. */
@Injectable()
export class ToolClient implements OnApplicationShutdown {
  private readonly sender: Sender;
  private readonly plugins: PluginClient;
  private readonly limiter = new ConcurrencyLimiter(LIMITS);

  constructor(
    connector: PluginConnector,
    private readonly circuits: CircuitStore,
    private readonly calls: ToolCalls,
  ) {
    this.sender = new Sender(
      {
        deadlineMs: DEADLINE_MS,
        maxBodyBytes: MAX_RESPONSE_BYTES,
        onOversize: 'fail',
        connections: 2 * MAX_PER_ENDPOINT,
      },
      connector.connect,
    );
    this.plugins = new PluginClient('tool', this.sender, connector.devCalls);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }

  /**
   * Returns the content of the response, or a rejection with a `tool.*` code. The deadline includes the wait for
   * capacity. `prepare` runs after the wait, so that the signature has a current timestamp.
   */
  async call(
    call: ToolCall,
    prepare: (at: Date) => Promise<OutgoingRequest>,
    traceparent?: string,
  ): Promise<{ readonly content: Json } | Refused> {
    const { installationId } = call;
    const { admitted, breaker } = await this.admit(installationId);
    if (!admitted) return refuse('tool.unreachable', { reason: 'not_answering' });
    const startedMs = performance.now();
    const capacity = await this.waitForCapacity(installationId);
    if (capacity !== 'acquired') return refuse(capacity === 'queue_full' ? 'tool.busy' : 'tool.timeout');
    try {
      const calledAt = now();
      const request = await prepare(realNow());
      const deadlineMs = DEADLINE_MS - (performance.now() - startedMs);
      const span = { name: 'call plugin tool' };
      const attempt = { deliveryId: call.callId, installationId, attempt: 1 };
      const result = await this.plugins.send(request, { call: attempt, span, traceparent, deadlineMs });
      const reply = contentOrRefusal(result);
      this.record(call, calledAt, { result, error: 'refusal' in reply ? reply.refusal.code : null });
      await this.updateBreaker(installationId, breaker, result);
      return reply;
    } finally {
      this.limiter.release(installationId);
    }
  }

  /** Reads the shared breaker, and changes it only when this call is the trial call of an open breaker. */
  private async admit(installationId: string): Promise<ReturnType<typeof admitToolCall>> {
    const breaker = await this.circuits.toolBreaker(installationId);
    const at = now();
    const seen = admitToolCall(breaker, at.getTime());
    if (breaker === null || !isOpen(breaker) || !seen.admitted) return seen;
    return this.circuits.changeToolBreaker(installationId, at, (current) => {
      const result = admitToolCall(current, at.getTime());
      return { breaker: result.breaker, result };
    });
  }

  /** A success that found no failures changes nothing, so it needs no statement. */
  private async updateBreaker(
    installationId: string,
    breaker: ToolCircuitBreaker | null,
    result: AttemptResult,
  ): Promise<void> {
    const answered = result.kind === 'answered' || result.error === 'too_large';
    if (answered && breaker === null) return;
    const at = now();
    try {
      await this.circuits.changeToolBreaker(installationId, at, (current) => {
        return { breaker: afterToolCall(current, answered, at.getTime()), result: null };
      });
    } catch (err) {
      // The plugin's response is more important than the breaker.
      log.warn({ err, installation_id: installationId }, 'tool circuit could not be changed');
    }
  }

  /** Waits for capacity. Stops waiting when too little time is left to send the call. */
  private waitForCapacity(installationId: string): Promise<'acquired' | 'too_late' | 'queue_full'> {
    return new Promise((resolve) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve('acquired');
      };
      const timer = setTimeout(() => {
        leaveQueue?.();
        resolve('too_late');
      }, DEADLINE_MS - MIN_TIME_LEFT_MS);
      const leaveQueue = this.limiter.acquire(installationId, start);
      if (leaveQueue !== null) return;
      clearTimeout(timer);
      resolve('queue_full');
    });
  }

  private record(
    { callId, installationId, tool, version }: ToolCall,
    calledAt: Date,
    { result, error }: { readonly result: AttemptResult; readonly error: string | null },
  ): void {
    const { durationMs, status } = result;
    this.calls.add({ callId, installationId, tool, version, calledAt, durationMs, status, error });
    this.plugins.measure(result);
    log.info(
      { call_id: callId, installation_id: installationId, duration_ms: durationMs, status, code: error },
      'tool call ended',
    );
  }
}

function contentOrRefusal(result: AttemptResult): { readonly content: Json } | Refused {
  if (result.kind === 'failed') {
    if (result.error === 'timeout') return refuse('tool.timeout');
    if (result.error === 'too_large') return refuse('tool.answer_too_large', { max_bytes: MAX_RESPONSE_BYTES });
    if (result.error === 'protocol') return refuse('tool.answer_invalid', { reason: 'not HTTP' });
    return refuse('tool.unreachable', { reason: result.error });
  }
  const { status, contentType: content_type } = result;
  if (status < 200 || status >= 300) return refuse('tool.failed', { status });
  const answer = readToolContent(result.body);
  return 'content' in answer ? answer : refuse('tool.answer_invalid', { status, content_type, ...answer });
}

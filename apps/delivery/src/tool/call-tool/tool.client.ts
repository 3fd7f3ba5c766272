import type { Json } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { CONFIG, log, now, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AttemptResult, OutgoingRequest } from '../../outbound/attempt-result.js';
import { guardedConnector, ownAddresses, systemResolver } from '../../outbound/connector.client.js';
import { PluginClient } from '../../outbound/plugin.client.js';
import { Sender } from '../../outbound/sender.client.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { admitToolCall, afterToolCall, closedToolBreaker, type ToolCircuitBreaker } from './tool-circuit-breaker.js';
import { parseToolContent } from './tool-content.js';

/** A tool call may take ten seconds in total. The last 200 ms are reserved for the reply to the caller. */
const DEADLINE_MS = 9_800;
/** A queued call is not sent when less time than this is left. */
const MIN_TIME_LEFT_MS = 100;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_PER_ENDPOINT = 8;
const LIMITS = { perKey: MAX_PER_ENDPOINT, total: 64, maxQueuedPerKey: 24 };

/** Sends tool calls. Its limits, connections and circuit breakers are separate from those of events. */
@Injectable()
export class ToolClient implements OnApplicationShutdown {
  private readonly sender: Sender;
  private readonly plugins: PluginClient;
  private readonly limiter = new ConcurrencyLimiter(LIMITS);
  /** The breakers by installation id; a closed breaker has no entry. */
  private readonly breakers = new Map<string, ToolCircuitBreaker>();

  constructor(@Inject(CONFIG) config: Config) {
    const connector = guardedConnector(
      { production: config.environment === 'production', ownAddresses: ownAddresses() },
      systemResolver(),
    );
    this.sender = new Sender(
      {
        deadlineMs: DEADLINE_MS,
        maxBodyBytes: MAX_RESPONSE_BYTES,
        onOversize: 'fail',
        connections: 2 * MAX_PER_ENDPOINT,
      },
      connector,
    );
    this.plugins = new PluginClient('tool', this.sender);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }

  /**
   * Returns the content of the response, or a rejection with a `tool.*` code. The deadline includes the wait for
   * capacity. `prepare` runs after the wait, so that the signature has a current timestamp.
   */
  async call(
    installationId: string,
    prepare: (at: Date) => Promise<OutgoingRequest>,
    traceparent?: string,
  ): Promise<{ readonly content: Json } | Refused> {
    if (!this.admit(installationId)) return refuse('tool.unreachable', { reason: 'not_answering' });
    const startedMs = performance.now();
    const capacity = await this.waitForCapacity(installationId);
    if (capacity !== 'acquired') return refuse(capacity === 'queue_full' ? 'tool.busy' : 'tool.timeout');
    try {
      const request = await prepare(now());
      const deadlineMs = DEADLINE_MS - (performance.now() - startedMs);
      const span = { name: 'call plugin tool' };
      const result = await this.plugins.send(request, { span, traceparent, deadlineMs });
      this.record(installationId, result);
      return contentOrRefusal(result);
    } finally {
      this.limiter.release(installationId);
    }
  }

  private admit(installationId: string): boolean {
    const before = this.breakers.get(installationId) ?? closedToolBreaker;
    const { admitted, breaker } = admitToolCall(before, now().getTime());
    if (admitted && breaker !== closedToolBreaker) this.breakers.set(installationId, breaker);
    return admitted;
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

  private record(installationId: string, result: AttemptResult): void {
    const answered = result.kind === 'answered' || result.error === 'too_large';
    const before = this.breakers.get(installationId) ?? closedToolBreaker;
    const after = afterToolCall(before, answered, now().getTime());
    if (after === closedToolBreaker) this.breakers.delete(installationId);
    else this.breakers.set(installationId, after);
    this.plugins.measure(result);
    log.info(
      {
        installation_id: installationId,
        duration_ms: result.durationMs,
        status: result.status,
        error: result.kind === 'failed' ? result.error : null,
      },
      'tool call ended',
    );
  }
}

function contentOrRefusal(result: AttemptResult): { readonly content: Json } | Refused {
  if (result.kind === 'failed') {
    if (result.error === 'timeout') return refuse('tool.timeout');
    if (result.error === 'too_large') return refuse('tool.answer_too_large', { max_bytes: MAX_RESPONSE_BYTES });
    if (result.error === 'protocol') return refuse('tool.answer_invalid');
    return refuse('tool.unreachable', { reason: result.error });
  }
  if (result.status < 200 || result.status >= 300) return refuse('tool.failed', { status: result.status });
  return parseToolContent(result.body) ?? refuse('tool.answer_invalid');
}

/**
 * Sends one POST and reads one response. Each origin has its own connection pool, and the connector checks the
 * destination. One deadline covers name lookup, connection, TLS, headers and the last byte of the body. The body size
 * is limited. Redirects, decompression and proxy variables are not supported, because each of them could bypass these
 * checks.
 */
import { Pool, type buildConnector, type Dispatcher } from 'undici';
import { failureKind, type AnsweredAttempt, type AttemptResult, type OutgoingRequest } from './attempt-result.js';

interface SenderLimits {
  /** The time from the `send` call to the last byte of the response, in milliseconds. */
  readonly deadlineMs: number;
  /** The maximum number of response bytes that are read. */
  readonly maxBodyBytes: number;
  /** The number of first bytes that are stored in memory and returned; by default all that are read. */
  readonly storedBodyBytes?: number;
  /**
   * What happens when the body is longer: `truncate` returns its first bytes, `fail` makes the attempt fail with
   * `too_large`.
   */
  readonly onOversize: 'truncate' | 'fail';
  /** The maximum number of connections per origin. */
  readonly connections: number;
}

/** The maximum number of connection pools; the least recently used idle pool is closed first. */
const MAX_POOLS = 1_000;
const KEEP_ALIVE_MS = 30_000;
const MAX_HEADER_BYTES = 32 * 1024;

export class Sender {
  private readonly pools = new Map<string, Pool>();

  constructor(
    private readonly limits: SenderLimits,
    private readonly connector: buildConnector.connector,
  ) {}

  /** Never rejects: every failure is a `failed` result. Pass `deadlineMs` when less time than the default is left. */
  send(request: OutgoingRequest, deadlineMs = this.limits.deadlineMs): Promise<AttemptResult> {
    return new Promise((resolve) => {
      const reader = new ResponseReader({ ...this.limits, deadlineMs }, resolve);
      const { pathname, search } = request.url;
      try {
        this.poolOf(request.url.origin).dispatch(
          { path: pathname + search, method: 'POST', headers: request.headers, body: request.body },
          reader,
        );
      } catch (error) {
        reader.onResponseError(null, error as Error);
      }
    });
  }

  /** Aborts the attempts in flight and closes all pools. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
    this.pools.clear();
  }

  private poolOf(origin: string): Pool {
    const known = this.pools.get(origin);
    if (known !== undefined) {
      this.pools.delete(origin);
      this.pools.set(origin, known);
      return known;
    }
    if (this.pools.size >= MAX_POOLS) this.closeIdlePool();
    const pool = new Pool(origin, {
      connect: this.connector,
      connections: this.limits.connections,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // undici's own timeouts are disabled: `ResponseReader` enforces one deadline for the whole attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.pools.set(origin, pool);
    return pool;
  }

  private closeIdlePool(): void {
    for (const [origin, pool] of this.pools) {
      if (pool.stats.running > 0 || pool.stats.pending > 0) continue;
      this.pools.delete(origin);
      void pool.close();
      return;
    }
  }
}

/**
 * Reads one response. Resolves exactly once, with a complete response, a truncated response or a failure. A missed
 * deadline is a failure.
 */
class ResponseReader implements Dispatcher.DispatchHandler {
  private readonly startedMs = performance.now();
  private readonly timer: NodeJS.Timeout;
  private readonly chunks: Buffer[] = [];
  private controller: Dispatcher.DispatchController | null = null;
  private bytes = 0;
  private status: number | null = null;
  private headers: Pick<AnsweredAttempt, 'retryAfter' | 'contentType' | 'location'> = {
    retryAfter: null,
    contentType: null,
    location: null,
  };
  private isDone = false;

  constructor(
    private readonly limits: SenderLimits,
    private readonly resolve: (result: AttemptResult) => void,
  ) {
    this.timer = setTimeout(() => {
      this.fail('timeout');
    }, limits.deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The deadline passed while the request waited for a connection, so it must not be sent any more.
    if (this.isDone) controller.abort(new Error('the deadline has passed'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    const textOf = (name: string): string | null => {
      const value = headers[name];
      return typeof value === 'string' ? value : null;
    };
    this.headers = {
      retryAfter: textOf('retry-after'),
      contentType: textOf('content-type'),
      location: textOf('location'),
    };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isDone) return;
    const { maxBodyBytes, storedBodyBytes = maxBodyBytes } = this.limits;
    const bytesLeft = maxBodyBytes - this.bytes;
    const bytesToStore = Math.max(0, Math.min(storedBodyBytes, maxBodyBytes) - this.bytes);
    this.bytes += chunk.length;
    // A copy: a slice would keep the whole chunk in memory.
    if (bytesToStore > 0)
      this.chunks.push(chunk.length > bytesToStore ? Buffer.from(chunk.subarray(0, bytesToStore)) : chunk);
    if (chunk.length <= bytesLeft) return;
    if (this.limits.onOversize === 'fail') this.fail('too_large');
    else this.succeed(true);
    this.controller?.abort(new Error('the body exceeds the limit'));
  }

  onResponseEnd(): void {
    this.succeed(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(failureKind(error));
  }

  private succeed(isTruncated: boolean): void {
    if (this.status === null) {
      this.fail('protocol');
      return;
    }
    this.finish({
      kind: 'answered',
      status: this.status,
      ...this.headers,
      body: Buffer.concat(this.chunks),
      isTruncated,
      durationMs: this.elapsedMs(),
    });
  }

  private fail(error: Extract<AttemptResult, { kind: 'failed' }>['error']): void {
    this.finish({ kind: 'failed', error, durationMs: this.elapsedMs(), status: this.status });
    if (error === 'timeout') this.controller?.abort(new Error('the deadline has passed'));
  }

  private finish(result: AttemptResult): void {
    if (this.isDone) return;
    this.isDone = true;
    clearTimeout(this.timer);
    this.resolve(result);
  }

  private elapsedMs(): number {
    return Math.round(performance.now() - this.startedMs);
  }
}

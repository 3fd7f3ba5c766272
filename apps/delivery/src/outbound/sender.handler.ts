/**
 * Sends one POST and reads one answer: a pool of connections per origin, the gate in the connector, one deadline over
 * the whole exchange (name, connection, TLS, headers and the last byte of the body), bounded bodies. Never follows a
 * redirect, never decompresses, never looks at proxy variables.
 */
import { Pool, type buildConnector, type Dispatcher } from 'undici';
import { failureKind, type Exchange, type OutgoingCall } from './exchange.js';

export interface SenderLimits {
  /** From the call of `send` to the last byte of the answer, milliseconds. */
  readonly deadlineMs: number;
  /** Bytes of an answer that are read. */
  readonly maxBodyBytes: number;
  /** A longer body: `cut` keeps what was read, `fail` makes the exchange `too_large`. */
  readonly overlong: 'cut' | 'fail';
  /** Connections per origin. */
  readonly connections: number;
}

/** Origins whose pools are kept; the one that was used longest ago goes first. */
const POOLS_KEPT = 1_000;
const KEEP_ALIVE_MS = 30_000;
const MAX_HEADER_BYTES = 32 * 1024;

export class Sender {
  private readonly pools = new Map<string, Pool>();

  constructor(
    private readonly limits: SenderLimits,
    private readonly connector: buildConnector.connector,
  ) {}

  /** Never rejects: whatever goes wrong is a `failed` exchange. `deadlineMs` where less is left than usual. */
  send(call: OutgoingCall, deadlineMs = this.limits.deadlineMs): Promise<Exchange> {
    return new Promise((resolve) => {
      const reading = new Reading({ ...this.limits, deadlineMs }, resolve);
      const { pathname, search } = call.url;
      try {
        this.pool(call.url.origin).dispatch(
          { path: pathname + search, method: 'POST', headers: call.headers, body: call.body },
          reading,
        );
      } catch (error) {
        reading.onResponseError(null, error as Error);
      }
    });
  }

  /** Cuts what is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
    this.pools.clear();
  }

  private pool(origin: string): Pool {
    const known = this.pools.get(origin);
    if (known !== undefined) {
      this.pools.delete(origin);
      this.pools.set(origin, known);
      return known;
    }
    if (this.pools.size >= POOLS_KEPT) this.dropOldest();
    const pool = new Pool(origin, {
      connect: this.connector,
      connections: this.limits.connections,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The deadline over the whole exchange stands in `Reading`; undici's own timers would only come on top.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.pools.set(origin, pool);
    return pool;
  }

  private dropOldest(): void {
    for (const [origin, pool] of this.pools) {
      if (pool.stats.running > 0 || pool.stats.pending > 0) continue;
      this.pools.delete(origin);
      void pool.close();
      return;
    }
  }
}

/** Reads one answer. Ends exactly once: complete, cut, failed, or at the deadline. */
class Reading implements Dispatcher.DispatchHandler {
  private readonly startedMs = performance.now();
  private readonly timer: NodeJS.Timeout;
  private readonly chunks: Buffer[] = [];
  private controller: Dispatcher.DispatchController | null = null;
  private bytes = 0;
  private status: number | null = null;
  private retryAfter: string | null = null;
  private ended = false;

  constructor(
    private readonly limits: SenderLimits,
    private readonly resolve: (exchange: Exchange) => void,
  ) {
    this.timer = setTimeout(() => {
      this.fail('timeout');
    }, limits.deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The deadline has passed while the call waited for its connection: it must not go out any more.
    if (this.ended) controller.abort(new Error('the deadline has passed'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    const retryAfter = headers['retry-after'];
    this.retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.ended) return;
    const room = this.limits.maxBodyBytes - this.bytes;
    this.bytes += chunk.length;
    this.chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length <= room) return;
    if (this.limits.overlong === 'fail') this.fail('too_large');
    else this.answer(true);
    this.controller?.abort(new Error('the body is longer than is read'));
  }

  onResponseEnd(): void {
    this.answer(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(failureKind(error));
  }

  private answer(cut: boolean): void {
    if (this.status === null) {
      this.fail('protocol');
      return;
    }
    this.end({
      kind: 'answered',
      status: this.status,
      retryAfter: this.retryAfter,
      body: Buffer.concat(this.chunks),
      cut,
      durationMs: this.elapsedMs(),
    });
  }

  private fail(error: Extract<Exchange, { kind: 'failed' }>['error']): void {
    this.end({ kind: 'failed', error, durationMs: this.elapsedMs(), status: this.status });
    if (error === 'timeout') this.controller?.abort(new Error('the deadline has passed'));
  }

  private end(exchange: Exchange): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.resolve(exchange);
  }

  private elapsedMs(): number {
    return Math.round(performance.now() - this.startedMs);
  }
}

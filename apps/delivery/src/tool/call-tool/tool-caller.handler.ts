import { refuse, type Refused } from '@kushk/decider';
import { CONFIG, inSpan, log, now, SpanKind, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Json } from '@kushk/contracts';
import { guardedConnector, ownAddresses, systemResolve } from '../../outbound/connector.handler.js';
import type { Exchange, OutgoingCall } from '../../outbound/exchange.js';
import { measureCall } from '../../outbound/call-metrics.handler.js';
import { Sender } from '../../outbound/sender.handler.js';
import { withTrace } from '../../outbound/trace.handler.js';
import { admit, afterToolCall, closedBreaker, type Breaker } from './breaker.js';
import { Slots } from './slots.js';
import { contentOf } from './tool-answer.js';

/** Seed: under ten seconds. What is left of the tenth second is for the way back to the caller. */
const DEADLINE_MS = 9_800;
/** With less left than this, a call that had to wait for its turn is not begun. */
const WORTHWHILE_MS = 100;
const ANSWER_MAX_BYTES = 1024 * 1024;
const PER_ENDPOINT = 8;
/** Beside those under way; more callers of one plugin than that are told at once to come again. */
const ROOM = { perKey: PER_ENDPOINT, inAll: 64, inLinePerKey: 24 };

/** Makes tool calls, with room, connections and breakers of their own. */
@Injectable()
export class ToolCaller implements OnApplicationShutdown {
  private readonly sender: Sender;
  private readonly slots = new Slots(ROOM);
  private readonly breakers = new Map<string, Breaker>();

  constructor(@Inject(CONFIG) config: Config) {
    const connector = guardedConnector(
      { production: config.environment === 'production', ownAddresses: ownAddresses() },
      systemResolve(),
    );
    this.sender = new Sender(
      { deadlineMs: DEADLINE_MS, maxBodyBytes: ANSWER_MAX_BYTES, overlong: 'fail', connections: 2 * PER_ENDPOINT },
      connector,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }

  /** The content, or why there is none. The deadline covers the wait for a turn, too; the signature is made after it. */
  async call(
    installationId: string,
    prepare: (at: Date) => Promise<OutgoingCall>,
    cause?: string,
  ): Promise<{ readonly content: Json } | Refused> {
    const { admitted, breaker } = admit(this.breakers.get(installationId) ?? closedBreaker, now().getTime());
    if (!admitted) return refuse('tool.unreachable', { reason: 'not_answering' });
    if (breaker !== closedBreaker) this.breakers.set(installationId, breaker);
    const begun = performance.now();
    const turn = await this.turn(installationId);
    if (turn !== 'come') return refuse(turn === 'line_full' ? 'tool.busy' : 'tool.timeout');
    try {
      const call = await prepare(now());
      const exchange = await inSpan('call plugin tool', { kind: SpanKind.CLIENT }, () =>
        this.sender.send(withTrace(call, cause ?? null), DEADLINE_MS - (performance.now() - begun)),
      );
      this.judge(installationId, exchange);
      return outcomeOf(exchange);
    } finally {
      this.slots.release(installationId);
    }
  }

  /** Waits for room, at most as long as the call could still be made. */
  private turn(installationId: string): Promise<'come' | 'too_late' | 'line_full'> {
    return new Promise((resolve) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve('come');
      };
      const timer = setTimeout(() => {
        leave?.();
        resolve('too_late');
      }, DEADLINE_MS - WORTHWHILE_MS);
      const leave = this.slots.take(installationId, enter);
      if (leave !== null) return;
      clearTimeout(timer);
      resolve('line_full');
    });
  }

  private judge(installationId: string, exchange: Exchange): void {
    const answered = exchange.kind === 'answered' || exchange.error === 'too_large';
    const after = afterToolCall(this.breakers.get(installationId) ?? closedBreaker, answered, now().getTime());
    if (after === closedBreaker) this.breakers.delete(installationId);
    else this.breakers.set(installationId, after);
    measureCall('tool', exchange);
    log.info(
      {
        installation: installationId,
        ms: exchange.durationMs,
        status: exchange.status,
        error: exchange.kind === 'failed' ? exchange.error : null,
      },
      'tool called',
    );
  }
}

function outcomeOf(exchange: Exchange): { readonly content: Json } | Refused {
  if (exchange.kind === 'failed') {
    if (exchange.error === 'timeout') return refuse('tool.timeout');
    if (exchange.error === 'too_large') return refuse('tool.answer_too_large', { max_bytes: ANSWER_MAX_BYTES });
    if (exchange.error === 'protocol') return refuse('tool.answer_invalid');
    return refuse('tool.unreachable', { reason: exchange.error });
  }
  if (exchange.status < 200 || exchange.status >= 300) return refuse('tool.failed', { status: exchange.status });
  return contentOf(exchange.body) ?? refuse('tool.answer_invalid');
}

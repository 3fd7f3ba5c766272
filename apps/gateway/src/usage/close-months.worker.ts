import { catalogue } from '@kushk/contracts';
import { Broker } from '@kushk/broker';
import { BackgroundLoop, log, newId, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { SendRequest } from '../http/route.js';
import { requestSender } from '../http/request-sender.js';
import { collectUsage } from './collect-usage.js';
import { closableMonths } from './usage-month.js';
import { setOpenMonths } from './usage-metrics.js';

const INTERVAL_MS = 10 * 60 * 1000;
/** The time for one publisher and month. It allows for very many installations. */
const DEADLINE_MS = 10 * 60 * 1000;

/**
 * Collects the usage of past months until every instance has closed them. The figures then become final even if the
 * publisher never requests them, and stay complete if an instance disappears later. Several gateways can run this
 * worker at the same time.
 */
@Injectable()
export class CloseMonthsWorker implements OnApplicationBootstrap, OnModuleDestroy {
  /** For each month that can be closed, the publishers whose usage of the month is final. */
  private finalPublishers = new Map<string, Set<string>>();
  private readonly loop = new BackgroundLoop({
    run: () => this.close(now()),
    everyMs: INTERVAL_MS,
    failure: 'closing usage months failed',
  });

  constructor(private readonly broker: Broker) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  /** Runs once over all publishers. The next run retries what failed. */
  async close(at: Date): Promise<void> {
    const months = closableMonths(at);
    this.finalPublishers = new Map(months.map((month) => [month, this.finalPublishers.get(month) ?? new Set()]));
    const { reply } = await this.sender()(catalogue.listPublishers, {});
    let [open, failed] = [0, 0];
    for (const [month, final] of this.finalPublishers) {
      for (const { id } of reply.items) {
        if (this.loop.stopping.aborted) return;
        if (final.has(id)) continue;
        const result = await this.collect(id, month, at);
        if (result === 'final') final.add(id);
        if (result === 'open') open += 1;
        if (result === 'failed') failed += 1;
      }
    }
    setOpenMonths({ open, failed });
  }

  /** An error of one publisher must not stop the others. The next run retries it. */
  private async collect(publisherId: string, month: string, at: Date): Promise<'final' | 'open' | 'failed'> {
    const query = { publisherId, month, now: at, collectUntilMs: performance.now() + DEADLINE_MS };
    try {
      const { final } = await collectUsage(query, this.sender());
      return final ? 'final' : 'open';
    } catch (error) {
      log.error({ err: error, publisher_id: publisherId, month }, 'closing a usage month failed');
      return 'failed';
    }
  }

  private sender(): SendRequest {
    return requestSender(this.broker, {
      actor: { kind: 'system' },
      requestId: newId('req'),
      traceparent: null,
      deadlineAtMs: performance.now() + DEADLINE_MS,
    });
  }
}

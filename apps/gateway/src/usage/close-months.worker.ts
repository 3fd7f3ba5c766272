import { catalogue } from '@kushk/contracts';
import { Broker } from '@kushk/broker';
import { CONFIG, log, newId, now, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { SendRequest } from '../http/route.js';
import { requestSender } from '../http/request-sender.js';
import { collectUsage } from './collect-usage.js';
import { closableMonths } from './usage-month.js';

const INTERVAL_MS = 10 * 60 * 1000;
const DEADLINE_MS = 10_000;

/**
 * Collects the usage of past months until every instance has closed them. The figures then become final even if the
 * publisher never requests them, and stay complete if an instance disappears later. Several gateways can run this
 * worker at the same time.
 */
@Injectable()
export class CloseMonthsWorker implements OnApplicationBootstrap, OnModuleDestroy {
  /** For each month that can be closed, the publishers whose usage of the month is final. */
  private finalPublishers = new Map<string, Set<string>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly broker: Broker,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.close(now()), INTERVAL_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Runs once over all publishers. The next run retries what failed. */
  async close(at: Date): Promise<void> {
    const months = closableMonths(at);
    this.finalPublishers = new Map(months.map((month) => [month, this.finalPublishers.get(month) ?? new Set()]));
    try {
      const { reply } = await this.sender()(catalogue.listPublishers, {});
      for (const [month, final] of this.finalPublishers)
        for (const { id } of reply.items) if (!final.has(id) && (await this.isFinal(id, month, at))) final.add(id);
    } catch (error) {
      log.warn({ err: error }, 'closing usage months failed');
    }
  }

  private async isFinal(publisherId: string, month: string, at: Date): Promise<boolean> {
    const { aliasKey } = this.config;
    const usage = await collectUsage({ publisherId, month, now: at }, { aliasKey }, this.sender());
    return usage.final;
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

import { catalogue } from '@kushk/contracts';
import { Broker } from '@kushk/broker';
import { CONFIG, log, newId, now, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { askingFor } from '../http/asking.handler.js';
import { collectUsage } from './collect-usage.js';
import { closableMonths } from './usage-month.js';

const LOOK_EVERY_MS = 10 * 60 * 1000;
const DEADLINE_MS = 10_000;

/**
 * Asks for months that have ended until every instance has closed them, so that a publisher's figures become final
 * although nobody asks, and stay whole when an instance is silent afterwards. Several gateways may do it; it is the same.
 */
@Injectable()
export class CloseMonths implements OnApplicationBootstrap, OnModuleDestroy {
  /** `<publisher>/<month>`; what is final stays so. */
  private readonly final = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly broker: Broker,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.close(now()), LOOK_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** One round over all publishers. What does not succeed is done in a later one. */
  async close(at: Date): Promise<void> {
    try {
      const {
        reply: { items: publishers },
      } = await this.asking()(catalogue.listPublishers, {});
      for (const month of closableMonths(at)) {
        for (const { id } of publishers) {
          const key = `${id}/${month}`;
          if (this.final.has(key)) continue;
          const { final } = await collectUsage(
            { publisherId: id, month, now: at },
            { aliasKey: this.config.aliasKey },
            this.asking(),
          );
          if (final) this.final.add(key);
        }
      }
    } catch (error) {
      log.warn({ error }, 'months could not be closed now');
    }
  }

  private asking() {
    return askingFor(this.broker, {
      actor: { kind: 'system' },
      requestId: newId('req'),
      traceparent: null,
      deadlineAtMs: performance.now() + DEADLINE_MS,
    });
  }
}

import { Broker } from '@kushk/broker';
import { BackgroundLoop, newId } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { requestSender } from '../http/request-sender.js';
import { collectCounts } from './collect-counts.js';

/** An instance counts every ten seconds, so a rollout is halted within a minute of the call that reaches its rule. */
const INTERVAL_MS = 20_000;
/** The time for one round over the whole fleet. */
const DEADLINE_MS = 120_000;

/**
 * Collects what instances have counted of the releases that are rolled out. Several gateways can run this worker at the
 * same time: a repeated report changes nothing, and a rollout halts once.
 */
@Injectable()
export class CollectCountsWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new BackgroundLoop({
    run: () => this.collect(),
    everyMs: INTERVAL_MS,
    failure: 'collecting the counts of rollouts failed',
  });

  constructor(private readonly broker: Broker) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  private collect(): Promise<void> {
    const send = requestSender(this.broker, {
      actor: { kind: 'system' },
      requestId: newId('req'),
      traceparent: null,
      deadlineAtMs: performance.now() + DEADLINE_MS,
    });
    return collectCounts(send);
  }
}

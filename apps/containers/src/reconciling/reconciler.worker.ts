import { setTimeout as pause } from 'node:timers/promises';
import { log, newId, registerDetail, Signal } from '@kushk/runtime';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ContainerNetwork } from '../egress/container-network.client.js';
import { ReconcilerLease } from './reconciler-lease.view.js';
import { Reconciler } from './reconciler.js';

const LEASE_MS = 15_000;
const LEASE_CHECK_MS = 5_000;
const RETRY_MS = 1_000;
/** A notification waits this long for others, because each pass reads what all installations want. */
const COLLECT_MS = 50;
/** Work that takes longer goes on beside the next passes. */
const SLOW_AFTER_MS = 1_000;

/** Reconciles after every notification and at regular intervals, in one process at a time. */
@Injectable()
export class ReconcilerWorker implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly holder = newId('req');
  private readonly signal = new Signal();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private engineState = 'not asked yet';

  constructor(
    private readonly reconciler: Reconciler,
    private readonly lease: ReconcilerLease,
    private readonly network: ContainerNetwork,
  ) {
    registerDetail('container engine', () => this.engineState);
  }

  onApplicationBootstrap(): void {
    this.running = this.repeat();
  }

  /** Something that should run has changed. */
  notify(): void {
    this.signal.notify();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.signal.notify();
    await this.running;
    await this.reconciler.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    this.network.closeAll();
    // Without this the next process waits until the lease has expired.
    await this.lease.release(this.holder).catch(() => undefined);
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const idleMs = await this.passOrRetry();
      if (!signal.aborted) await this.signal.wait(idleMs);
      await pause(COLLECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves with the milliseconds until the next pass. */
  private async passOrRetry(): Promise<number> {
    try {
      if (!(await this.lease.hold(this.holder, LEASE_MS))) {
        this.engineState = 'another process reconciles';
        return LEASE_CHECK_MS;
      }
      await this.reconciler.pass();
      this.engineState = 'ok';
      await this.settledOrSlow();
      return Math.min(this.reconciler.dueInMs(), LEASE_CHECK_MS);
    } catch (err) {
      this.engineState = 'does not answer';
      log.warn({ err }, 'containers could not be reconciled');
      return RETRY_MS;
    }
  }

  private async settledOrSlow(): Promise<void> {
    const settled = new AbortController();
    const slow = pause(SLOW_AFTER_MS, undefined, { signal: settled.signal }).catch(() => undefined);
    await Promise.race([this.reconciler.settled(), slow]);
    settled.abort();
  }
}

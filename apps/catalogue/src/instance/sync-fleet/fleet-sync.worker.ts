import { KushkTransport } from '@kushk/broker';
import { log } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Instances } from '../instances.view.js';
import { NatsAccounts } from './nats-accounts.client.js';

/**
 * The accounts are synchronised at this interval, because another catalogue process may have registered or removed an
 * instance since the last run.
 */
const SYNC_EVERY_MS = 5_000;

/**
 * Keeps the hub in step with the registered instances: the hub consumes the facts of these instances only, and each
 * of them has an account on the hub's NATS.
 */
@Injectable()
export class FleetSync implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;
  private hasChanged = false;

  constructor(
    private readonly instances: Instances,
    private readonly transport: KushkTransport,
    private readonly accounts: NatsAccounts,
  ) {}

  onApplicationBootstrap(): void {
    void this.enqueue();
    this.timer = setInterval(() => void this.enqueue(), SYNC_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * Call this after an instance was registered, changed or removed. Resolves after a run that started after the call.
   * The timer repeats a failed run.
   */
  sync(): Promise<void> {
    // Another process may have changed the accounts on the server, even if this process knows of no change to the
    // instances.
    this.hasChanged = true;
    return this.enqueue();
  }

  /** Runs never overlap. A call during a run waits for the next run. */
  private enqueue(): Promise<void> {
    this.next ??= this.current.then(() => {
      this.next = null;
      return (this.current = this.run());
    });
    return this.next;
  }

  private async run(): Promise<void> {
    const { hasChanged } = this;
    this.hasChanged = false;
    try {
      const instances = await this.instances.links();
      await this.accounts.sync(instances, hasChanged);
      await this.transport.followFleet(instances.map(({ id }) => id));
    } catch (err) {
      log.warn({ err }, 'fleet synchronisation failed');
    }
  }
}

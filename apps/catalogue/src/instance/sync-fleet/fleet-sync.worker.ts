import { BackgroundLoop } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Instances } from '../instances.view.js';
import { NatsAccounts } from './nats-accounts.client.js';

/**
 * The accounts are synchronised at this interval, because another catalogue process may have registered or removed an
 * instance since the last run.
 */
const SYNC_EVERY_MS = 5_000;

/** Keeps the hub's NATS in step with the registered instances: each of them has an account there. */
@Injectable()
export class FleetSync implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new BackgroundLoop({
    run: () => this.run(),
    everyMs: SYNC_EVERY_MS,
    failure: 'fleet synchronisation failed',
  });
  private readonly waiting: (() => void)[] = [];
  private hasChanged = false;

  constructor(
    private readonly instances: Instances,
    private readonly accounts: NatsAccounts,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
    this.loop.notify();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
    for (const end of this.waiting) end();
  }

  /**
   * Call this after an instance was registered, changed or removed. Resolves after a run that started after the call.
   * The loop repeats a failed run.
   */
  async sync(): Promise<void> {
    // Another process may have changed the accounts on the server, even if this process knows of no change to the
    // instances.
    this.hasChanged = true;
    const ended = new Promise<void>((resolve) => this.waiting.push(resolve));
    this.loop.notify();
    await ended;
  }

  private async run(): Promise<void> {
    const { hasChanged } = this;
    this.hasChanged = false;
    const waiting = this.waiting.splice(0);
    try {
      await this.accounts.sync(await this.instances.links(), hasChanged);
    } finally {
      for (const end of waiting) end();
    }
  }
}

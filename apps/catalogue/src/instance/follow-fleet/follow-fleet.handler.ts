import { KushkTransport } from '@kushk/broker';
import { log } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Instances } from '../instances.view.js';
import { LinkAccounts } from './link-accounts.handler.js';

/** Another process of the catalogue may have registered or removed an instance. */
const LOOK_EVERY_MS = 5_000;

/** Listens to every registered instance, and to no other, and gives each its account on the hub's NATS. */
@Injectable()
export class FollowFleet implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;
  private hasChanged = false;

  constructor(
    private readonly instances: Instances,
    private readonly transport: KushkTransport,
    private readonly accounts: LinkAccounts,
  ) {}

  onApplicationBootstrap(): void {
    void this.soon();
    this.timer = setInterval(() => void this.soon(), LOOK_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * Call it after an instance was registered, changed or removed; resolves when everything is aligned with the log as it
   * was when it was called, or later. Failing is no harm: it is done again in a while.
   */
  align(): Promise<void> {
    // What this process remembers may be the same as what is wanted, and another process may have changed it in between.
    this.hasChanged = true;
    return this.soon();
  }

  private soon(): Promise<void> {
    this.next ??= this.current.then(() => {
      this.next = null;
      return (this.current = this.alignNow());
    });
    return this.next;
  }

  private async alignNow(): Promise<void> {
    const { hasChanged } = this;
    this.hasChanged = false;
    try {
      const links = await this.instances.links();
      await this.accounts.align(links, hasChanged);
      await this.transport.followFleet(links.map(({ id }) => id));
    } catch (error) {
      log.warn({ error }, 'the fleet could not be followed');
    }
  }
}

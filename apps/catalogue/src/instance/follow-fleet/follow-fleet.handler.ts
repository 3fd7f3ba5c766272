import { KushkTransport } from '@kushk/broker';
import { log } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Instances } from '../instances.view.js';

/** Another process of the catalogue may have registered or removed an instance. */
const LOOK_EVERY_MS = 5_000;

/** Listens to every registered instance, and to no other. */
@Injectable()
export class FollowFleet implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly instances: Instances,
    private readonly transport: KushkTransport,
  ) {}

  onApplicationBootstrap(): void {
    void this.align();
    this.timer = setInterval(() => void this.align(), LOOK_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Call it after an instance was registered or removed. Failing is no harm: it is done again in a while. */
  async align(): Promise<void> {
    try {
      await this.transport.followFleet((await this.instances.all()).map(({ id }) => id));
    } catch (error) {
      log.warn({ error }, 'the fleet could not be followed');
    }
  }
}

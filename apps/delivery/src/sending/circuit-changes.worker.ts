import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CircuitChanges } from '../delivery/circuit-changes.view.js';
import { DeliveryWorkers } from './delivery-workers.worker.js';

/** Wakes the workers of this process when any process has changed a circuit. */
@Injectable()
export class CircuitChangesWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly changes: CircuitChanges,
    private readonly workers: DeliveryWorkers,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.changes.start((installationId) => {
      this.workers.refresh(installationId);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.changes.stop();
  }
}

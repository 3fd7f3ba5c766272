import { BackgroundLoop } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CircuitStore } from '../delivery/circuits.view.js';
import { measureOpenCircuits } from './delivery-metrics.js';

const COUNT_EVERY_MS = 10_000;

/** Measures how many endpoints do not answer. */
@Injectable()
export class OpenCircuitsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: async () => measureOpenCircuits(await this.circuits.countOpen()),
    everyMs: COUNT_EVERY_MS,
    failure: 'open circuits not counted',
  });

  constructor(private readonly circuits: CircuitStore) {}

  onApplicationBootstrap(): void {
    this.loop.start();
    this.loop.notify();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}

import { BackgroundLoop, metrics } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { CircuitStore } from '../delivery/circuits.view.js';

const COUNT_EVERY_MS = 10_000;
const openCircuits = new Gauge({
  name: 'kushk_circuits_open',
  help: 'Endpoints that do not answer, so that their events wait',
  // Without a label it would be 0 until the first count.
  labelNames: ['channel'],
  registers: [metrics],
});

/** Measures how many endpoints do not answer. */
@Injectable()
export class OpenCircuitsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: async () => openCircuits.labels('event').set(await this.circuits.countOpen()),
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

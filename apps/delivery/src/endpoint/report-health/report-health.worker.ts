import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { BackgroundLoop, now } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { endpointStream } from '../endpoint.js';
import { reportHealth } from './report-health.js';
import { UnhealthyEndpoints } from './unhealthy-endpoints.view.js';

const INTERVAL_MS = 60_000;

/**
 * Reports the plugins that fail or are silent. Several processes may do this at the same time: the decision reports
 * each once.
 */
@Injectable()
export class ReportHealthWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.run(now()),
    everyMs: INTERVAL_MS,
    failure: 'health of plugins not reported',
  });

  constructor(
    private readonly events: EventStore,
    private readonly endpoints: UnhealthyEndpoints,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Reports those that are unhealthy at this time. The loop runs it every minute. */
  async run(at: Date): Promise<void> {
    for (const { installation_id: id, state, since } of await this.endpoints.unreported(at)) {
      const report = { state, since: since.toISOString(), at: at.toISOString() };
      await this.events.run({
        name: 'ReportHealth',
        streams: { endpoint: streamRef(endpointStream, id) },
        decide: ({ endpoint }) => forStream('endpoint', reportHealth(report, endpoint)),
      });
    }
  }
}

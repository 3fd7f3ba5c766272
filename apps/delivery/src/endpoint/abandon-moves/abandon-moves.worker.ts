import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { BackgroundLoop, log, now } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { endpointStream } from '../endpoint.js';
import { abandonInstalled } from '../on-version-failed/abandon-installed.js';
import { DueMoves, type DueMove } from './due-moves.view.js';

const INTERVAL_MS = 1_000;

/**
 * Gives up updates to versions that run elsewhere and have not accepted their credentials in time. Several processes
 * may do this at the same time: the decision ends each move once.
 */
@Injectable()
export class AbandonMovesWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.run(now()),
    everyMs: INTERVAL_MS,
    failure: 'giving up updates failed',
  });

  constructor(
    private readonly events: EventStore,
    private readonly moves: DueMoves,
    private readonly cancelledCalls: CancelledCalls,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async run(at: Date): Promise<void> {
    for (const move of await this.moves.due(at)) await this.abandon(move, at);
  }

  private async abandon({ installation_id: id, version, reason }: DueMove, at: Date): Promise<void> {
    const command = { version, reason, at: at.toISOString() };
    await this.events.run({
      name: 'AbandonMove',
      streams: { endpoint: streamRef(endpointStream, id) },
      decide: ({ endpoint }) => forStream('endpoint', abandonInstalled(endpoint, command)),
    });
    await this.cancelledCalls.delete(id, at);
    log.warn({ installation_id: id, version, reason }, 'update given up: the plugin did not accept its credentials');
  }
}

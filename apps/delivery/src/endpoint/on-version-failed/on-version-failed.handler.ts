import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { containerFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { containerReaction as reaction } from '../container-reaction.js';
import { endpointStream } from '../endpoint.js';
import { abandonInstalled } from './abandon-installed.js';

@Controller()
export class OnVersionFailedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly cancelledCalls: CancelledCalls,
  ) {}

  @EventPattern<string>(containerFacts.versionFailed.subject, { reaction })
  async react(data: DataOf<typeof containerFacts.versionFailed>, context: FactContext): Promise<void> {
    const { installation_id, version } = data;
    const command = { version, at: now().toISOString() };
    await this.store.run({
      name: 'AbandonInstalled',
      streams: { endpoint: streamRef(endpointStream, installation_id) },
      decide: ({ endpoint }) => forStream('endpoint', abandonInstalled(endpoint, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    await this.cancelledCalls.delete(installation_id, now());
  }
}

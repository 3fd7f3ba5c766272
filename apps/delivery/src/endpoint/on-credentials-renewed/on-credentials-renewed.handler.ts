import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Dispatch } from '../../dispatch/dispatch.handler.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { queueInstalled } from '../on-credentials-released/queue-installed.js';

/** The admin has renewed the credentials: `installed` brings them, signed with the old secret until it is answered (contract §7). */
@Controller()
export class OnCredentialsRenewedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly dispatch: Dispatch,
  ) {}

  @EventPattern<string>(installationFacts.credentialsRenewed.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.credentialsRenewed>, context: FactContext): Promise<void> {
    const command = {
      installationId: data.installation_id,
      callId: newId('cal'),
      sealedBody: data.sealed_lifecycle,
      nextSealedSecret: data.sealed_signing_secret,
      at: now().toISOString(),
    };
    await this.store.run({
      name: 'QueueRenewed',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => under('endpoint', queueInstalled(endpoint, command)),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
    this.dispatch.wake(data.installation_id);
  }
}

import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { rotateSecret } from './rotate-secret.js';

@Controller()
export class OnSigningSecretRotatedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.signingSecretRotated.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.signingSecretRotated>, context: FactContext): Promise<void> {
    const command = {
      installationId: data.installation_id,
      sealedSecret: data.sealed_signing_secret,
      previousSignsUntil: data.previous_signs_until,
      at: data.at,
    };
    await this.store.run({
      name: 'RotateSecret',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => forStream('endpoint', rotateSecret(endpoint, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

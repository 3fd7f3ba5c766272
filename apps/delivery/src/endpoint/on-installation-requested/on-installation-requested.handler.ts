import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { capabilitiesFromWire } from '../capabilities.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { registerEndpoint } from './register-endpoint.js';

@Controller()
export class OnInstallationRequestedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRequested.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRequested>, context: FactContext): Promise<void> {
    const command = {
      organisationId: data.organisation_id,
      pluginId: data.plugin_id,
      sealedSecret: data.sealed_signing_secret,
      capabilities: capabilitiesFromWire(data.capabilities),
      at: data.at,
    };
    await this.store.run({
      name: 'RegisterEndpoint',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => forStream('endpoint', registerEndpoint(endpoint, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

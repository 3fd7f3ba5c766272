import { randomBytes } from 'node:crypto';
import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { base32, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { containerStream } from '../container.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { requestContainer } from './request-container.js';

@Controller()
export class OnInstallationRequestedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly reconciler: ReconcilerWorker,
  ) {}

  @EventPattern<string>(installationFacts.installationRequested.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRequested>, context: FactContext): Promise<void> {
    const { container, version } = data.capabilities;
    if (container === undefined) return;
    const command = {
      organisationId: data.organisation_id,
      pluginId: data.plugin_id,
      label: base32(randomBytes(16)),
      spec: { ...container, version },
      at: now().toISOString(),
    };
    await this.store.run({
      name: 'RequestContainer',
      streams: { container: streamRef(containerStream, data.installation_id) },
      decide: (states) => forStream('container', requestContainer(states.container, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    this.reconciler.notify();
  }
}

import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { instanceSoftwareStream } from '../instance-software.js';
import { recordSoftwareReport } from './record-software-report.js';

const reaction = 'on-instance-report';

/** Records which version of the software an instance runs. The instance id comes from the NATS subject. */
@Controller()
export class OnSoftwareVersionChangedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.softwareVersionChanged.subject, { reaction, from: 'fleet' })
  async react(data: DataOf<typeof installationFacts.softwareVersionChanged>, context: FactContext): Promise<void> {
    const instanceId = context.scope;
    const command = { softwareVersion: data.software_version, at: now().toISOString() };
    await this.store.run({
      name: 'RecordSoftwareReport',
      streams: { software: streamRef(instanceSoftwareStream, instanceId) },
      decide: ({ software }) => forStream('software', recordSoftwareReport(command, software)),
      idempotency: idempotencyFor(reaction, context, instanceId),
      meta: causedBy(context),
    });
  }
}

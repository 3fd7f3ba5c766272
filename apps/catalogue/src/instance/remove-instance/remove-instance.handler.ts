import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { catalogue, type RequestOf } from '@kushk/contracts';
import { streamRef, forStream, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FleetSync } from '../sync-fleet/fleet-sync.worker.js';
import { instanceStream } from '../instance.js';
import { removeInstance } from './remove-instance.js';

@Controller()
export class RemoveInstanceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly fleetSync: FleetSync,
  ) {}

  @MessagePattern(catalogue.removeInstance.subject)
  async handle(
    { id, idempotency }: RequestOf<typeof catalogue.removeInstance>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const command = { id, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RemoveInstance',
      streams: { instance: streamRef(instanceStream, id) },
      decide: ({ instance }) => forStream('instance', removeInstance(command, instance)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    if (outcome.accepted) await this.fleetSync.sync();
    return outcome;
  }
}

import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import { catalogue, type RequestOf } from '@kushk/contracts';
import { streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FollowFleet } from '../follow-fleet/follow-fleet.handler.js';
import { instanceStream } from '../instance.js';
import { removeInstance } from './remove-instance.js';

@Controller()
export class RemoveInstanceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly fleet: FollowFleet,
  ) {}

  @MessagePattern(catalogue.removeInstance.subject)
  async answer(
    { id, once }: RequestOf<typeof catalogue.removeInstance>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const command = { id, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RemoveInstance',
      streams: { instance: streamRef(instanceStream, id) },
      decide: ({ instance }) => under('instance', removeInstance(command, instance)),
      once: onceOf(once),
      meta: metaOf(context),
    });
    if (outcome.accepted) await this.fleet.align();
    return outcome;
  }
}

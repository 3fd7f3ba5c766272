import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import { catalogue, type InstanceResource, type RequestOf } from '@kushk/contracts';
import { streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FollowFleet } from '../follow-fleet/follow-fleet.handler.js';
import { instanceStream } from '../instance.js';
import { registerInstance } from './register-instance.js';

@Controller()
export class RegisterInstanceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly fleet: FollowFleet,
  ) {}

  @MessagePattern(catalogue.registerInstance.subject)
  async answer({ id, name, plugin_api: pluginApi, public_key: publicKey = null, once }: RequestOf<typeof catalogue.registerInstance>, context: RequestContext): Promise<Outcome<InstanceResource>> {
    const command = { id, name, pluginApi, publicKey, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RegisterInstance',
      streams: { instance: streamRef(instanceStream, id) },
      decide: ({ instance }) => under('instance', registerInstance(command, instance)),
      once: onceOf(once),
      meta: metaOf(context),
    });
    if (outcome.accepted) await this.fleet.align();
    return outcome;
  }
}

import { idempotencyOf, metaOf, respond, type RequestContext } from '@kushk/broker';
import { containers, type ContainerResource, type RequestOf } from '@kushk/contracts';
import { forStream, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { ContainerResources } from '../container-resources.js';
import { containerStream } from '../container.js';
import { restartContainer } from './restart-container.js';

@Controller()
export class RestartContainerHandler {
  constructor(
    private readonly events: EventStore,
    private readonly resources: ContainerResources,
    private readonly reconciler: ReconcilerWorker,
  ) {}

  @MessagePattern(containers.restartContainer.subject)
  async handle(
    request: RequestOf<typeof containers.restartContainer>,
    context: RequestContext,
  ): Promise<Outcome<ContainerResource>> {
    const { organisation_id, installation_id, by } = request;
    const command = { organisationId: organisation_id, by, at: now().toISOString() };
    const outcome = await this.events.run({
      name: 'RestartContainer',
      streams: { container: streamRef(containerStream, installation_id) },
      decide: ({ container }) => forStream('container', restartContainer(container, command)),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
    if (!outcome.accepted) return outcome;
    this.reconciler.notify();
    const resource = await this.resources.find(organisation_id, installation_id);
    return resource === null ? refuse('installation.not_found') : respond(resource);
  }
}

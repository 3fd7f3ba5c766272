import { respond } from '@kushk/broker';
import { containers, type ContainerResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Containers } from '../container.view.js';
import { ContainerStatuses } from '../container-statuses.view.js';

@Controller()
export class GetContainerHandler {
  constructor(
    private readonly rows: Containers,
    private readonly statuses: ContainerStatuses,
  ) {}

  @MessagePattern(containers.getContainer.subject)
  async handle(request: RequestOf<typeof containers.getContainer>): Promise<Outcome<ContainerResource>> {
    const { organisation_id, installation_id } = request;
    const row = await this.rows.find(installation_id);
    if (row?.organisation_id !== organisation_id) return refuse('installation.not_found');
    const status = await this.statuses.find(installation_id);
    const resource: ContainerResource = {
      installation_id,
      state: status?.state ?? 'waiting',
      reason: status?.reason ?? null,
      since: (status?.since ?? new Date()).toISOString(),
      version: row.spec.version,
      image: row.spec.image,
      failed_version: row.failed_version,
      restarts: status?.restarts ?? 0,
    };
    return respond(resource);
  }
}

import { respond } from '@kushk/broker';
import { containers, type ContainerResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ContainerResources } from '../container-resources.js';

@Controller()
export class GetContainerHandler {
  constructor(private readonly resources: ContainerResources) {}

  @MessagePattern(containers.getContainer.subject)
  async handle(request: RequestOf<typeof containers.getContainer>): Promise<Outcome<ContainerResource>> {
    const resource = await this.resources.find(request.organisation_id, request.installation_id);
    return resource === null ? refuse('installation.not_found') : respond(resource);
  }
}

import type { RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ChangeStatus } from '../change-status.handler.js';
import { publishRelease } from './publish-release.js';

@Controller()
export class PublishReleaseHandler {
  constructor(private readonly status: ChangeStatus) {}

  @MessagePattern(catalogue.publishRelease.subject)
  async answer(
    request: RequestOf<typeof catalogue.publishRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { plugin_id: pluginId, version, by, once } = request;
    return await this.status.run(
      { name: 'PublishRelease', pluginId, version, by, once, decide: publishRelease },
      context,
    );
  }
}

import type { RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ChangeStatus } from '../change-status.handler.js';
import { resumeRelease } from './resume-release.js';

@Controller()
export class ResumeReleaseHandler {
  constructor(private readonly status: ChangeStatus) {}

  @MessagePattern(catalogue.resumeRelease.subject)
  async answer(
    request: RequestOf<typeof catalogue.resumeRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { plugin_id: pluginId, version, by, once } = request;
    return await this.status.run(
      { name: 'ResumeRelease', pluginId, version, by, once, decide: resumeRelease },
      context,
    );
  }
}

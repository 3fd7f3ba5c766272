import type { RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ChangeStatus } from '../change-status.handler.js';
import { suspendRelease } from './suspend-release.js';

@Controller()
export class SuspendReleaseHandler {
  constructor(private readonly status: ChangeStatus) {}

  @MessagePattern(catalogue.suspendRelease.subject)
  async answer(
    request: RequestOf<typeof catalogue.suspendRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { plugin_id: pluginId, version, reason, by, once } = request;
    return await this.status.run(
      {
        name: 'SuspendRelease',
        pluginId,
        version,
        by,
        once,
        decide: (change, states) => suspendRelease({ ...change, reason }, states),
      },
      context,
    );
  }
}

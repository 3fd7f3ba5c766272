import type { RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ChangeStatus } from '../change-status.handler.js';
import { withdrawRelease } from './withdraw-release.js';

@Controller()
export class WithdrawReleaseHandler {
  constructor(private readonly status: ChangeStatus) {}

  @MessagePattern(catalogue.withdrawRelease.subject)
  async answer(
    request: RequestOf<typeof catalogue.withdrawRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { publisher_id: publisherId, plugin_id: pluginId, version, reason, by, once } = request;
    return await this.status.run(
      {
        name: 'WithdrawRelease',
        pluginId,
        version,
        by,
        once,
        publisherId,
        decide: (change, states) => withdrawRelease({ ...change, publisherId, reason }, states),
      },
      context,
    );
  }
}

import type { RequestContext } from '@kushk/broker';
import { review, type RequestOf, type ReviewReply } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Desk } from '../desk.handler.js';
import { rejectRelease } from './reject-release.js';

@Controller()
export class RejectReleaseHandler {
  constructor(private readonly desk: Desk) {}

  @MessagePattern(review.rejectRelease.subject)
  async answer(
    request: RequestOf<typeof review.rejectRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReviewReply>> {
    const { plugin_id: pluginId, version, by, notes, once } = request;
    const command = { pluginId, version, by, notes, at: now().toISOString() };
    return await this.desk.step(
      { name: 'RejectRelease', pluginId, version, once, decide: (state) => rejectRelease(command, state) },
      context,
    );
  }
}

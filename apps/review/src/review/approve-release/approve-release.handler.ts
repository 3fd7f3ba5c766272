import type { RequestContext } from '@kushk/broker';
import { review, type RequestOf, type ReviewReply } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ApprovalSigner } from '../../signing/approval-signer.handler.js';
import { Desk } from '../desk.handler.js';
import { approveRelease, type ApproveRelease } from './approve-release.js';

@Controller()
export class ApproveReleaseHandler {
  constructor(
    private readonly desk: Desk,
    private readonly signer: ApprovalSigner,
  ) {}

  @MessagePattern(review.approveRelease.subject)
  async answer(
    request: RequestOf<typeof review.approveRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReviewReply>> {
    const { plugin_id: pluginId, version, by, tier, notes, publish, once } = request;
    const command: ApproveRelease = {
      pluginId,
      version,
      by,
      tier,
      notes,
      publish,
      at: now().toISOString(),
      sign: this.signer.sign,
    };
    return await this.desk.step(
      { name: 'ApproveRelease', pluginId, version, once, decide: (state) => approveRelease(command, state) },
      context,
    );
  }
}

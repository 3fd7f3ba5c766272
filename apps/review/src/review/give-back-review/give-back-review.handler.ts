import type { RequestContext } from '@kushk/broker';
import { review, type RequestOf, type ReviewReply } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Desk } from '../desk.handler.js';
import { giveBackReview } from './give-back-review.js';

@Controller()
export class GiveBackReviewHandler {
  constructor(private readonly desk: Desk) {}

  @MessagePattern(review.giveBackReview.subject)
  async answer(
    request: RequestOf<typeof review.giveBackReview>,
    context: RequestContext,
  ): Promise<Outcome<ReviewReply>> {
    const { plugin_id: pluginId, version, by, once } = request;
    const command = { pluginId, version, by, at: now().toISOString() };
    return await this.desk.step(
      { name: 'GiveBackReview', pluginId, version, once, decide: (state) => giveBackReview(command, state) },
      context,
    );
  }
}

import type { RequestContext } from '@kushk/broker';
import { review, type RequestOf, type ReviewReply } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Desk } from '../desk.handler.js';
import { takeReview } from './take-review.js';

@Controller()
export class TakeReviewHandler {
  constructor(private readonly desk: Desk) {}

  @MessagePattern(review.takeReview.subject)
  async answer(request: RequestOf<typeof review.takeReview>, context: RequestContext): Promise<Outcome<ReviewReply>> {
    const { plugin_id: pluginId, version, by, once } = request;
    const command = { pluginId, version, by, at: now().toISOString() };
    return await this.desk.step(
      { name: 'TakeReview', pluginId, version, once, decide: (state) => takeReview(command, state) },
      context,
    );
  }
}

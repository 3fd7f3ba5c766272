import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { AnswerRelease } from './answer-release.handler.js';

@Controller()
export class GetReleaseHandler {
  constructor(private readonly releases: AnswerRelease) {}

  @MessagePattern(catalogue.getRelease.subject)
  async answer(request: RequestOf<typeof catalogue.getRelease>): Promise<Outcome<ReleaseResource>> {
    const { publisher_id: publisherId, plugin_id: pluginId, version, after_review: afterReview } = request;
    return await this.releases.answer({ publisherId, pluginId, version, afterReview });
  }
}

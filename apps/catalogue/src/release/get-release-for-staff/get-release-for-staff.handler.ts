import { answer } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { releaseChecks } from '@kushk/manifest';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { AnswerRelease, releaseNotKnown } from '../get-release/answer-release.handler.js';
import { Releases } from '../releases.view.js';

@Controller()
export class GetReleaseForStaffHandler {
  constructor(
    private readonly releases: Releases,
    private readonly answers: AnswerRelease,
  ) {}

  @MessagePattern(catalogue.getReleaseForStaff.subject)
  async answer(
    request: RequestOf<typeof catalogue.getReleaseForStaff>,
  ): Promise<Outcome<ReplyOf<typeof catalogue.getReleaseForStaff>>> {
    const { plugin_id: pluginId, version, after_review: afterReview } = request;
    const question = { publisherId: null, pluginId, version, afterReview };
    const found = await this.answers.find(question);
    if (found === null) return releaseNotKnown(question);
    const { publisher_id, warnings } = found.submission;
    const manifest = await this.releases.manifestOf(pluginId, version);
    // Drawn from what the submission was told, and not checked anew: a reviewer and the publisher look at one verdict,
    // which is in the log. The structure has passed, or there would be no release.
    return answer({
      ...(await this.answers.inWords(found, null)),
      publisher_id,
      manifest,
      checks: releaseChecks(manifest, warnings),
    });
  }
}

import type { RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import { contentTag } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { AnswerRelease, type ReleaseQuestion } from './answer-release.handler.js';
import { ReleaseWatch } from './release-watch.handler.js';

/** Who waits is answered so long before nobody waits for the answer any more. */
const answerEarlyMs = 300;

type Answer = Outcome<ReleaseResource>;

@Controller()
export class GetReleaseHandler {
  constructor(
    private readonly releases: AnswerRelease,
    private readonly watch: ReleaseWatch,
  ) {}

  @MessagePattern(catalogue.getRelease.subject)
  async answer(request: RequestOf<typeof catalogue.getRelease>, context: RequestContext): Promise<Answer> {
    const { publisher_id: publisherId, plugin_id: pluginId, version, after_review: afterReview, wait } = request;
    const question = { publisherId, pluginId, version, afterReview };
    const first = await this.releases.answer(question);
    if (wait === undefined || !first.accepted) return first;
    const withinMs = Math.min(wait.ms, context.deadline.getTime() - now().getTime() - answerEarlyMs);
    return await this.afterChange(question, first, wait.unlike, withinMs);
  }

  private async afterChange(
    question: ReleaseQuestion,
    first: Answer,
    unlike: readonly string[],
    withinMs: number,
  ): Promise<Answer> {
    const known = unlike.length > 0 ? unlike : [tagOf(first)];
    if (!known.includes(tagOf(first)) || withinMs <= 0) return first;
    const changed = await this.watch.until(
      question,
      async () => {
        const answer = await this.releases.answer(question);
        return known.includes(tagOf(answer)) ? null : answer;
      },
      withinMs,
    );
    return changed ?? first;
  }
}

/** As the gateway tags what it answers. A release is never taken away, so there is always a reply. */
function tagOf(answer: Answer): string {
  return answer.accepted ? contentTag(JSON.stringify(answer.reply)) : '';
}

import type { FactContext } from '@kushk/broker';
import { reviewFacts, type DataOf } from '@kushk/contracts';
import { under } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { deskReaction, FollowDesk } from '../follow-desk.handler.js';
import { startReview } from './start-review.js';

@Controller()
export class OnReviewTakenHandler {
  constructor(private readonly desk: FollowDesk) {}

  @EventPattern<string>(reviewFacts.reviewTaken.subject, { reaction: deskReaction })
  async react(data: DataOf<typeof reviewFacts.reviewTaken>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version, revision: reviewRevision, by, at } = data;
    const word = { reviewRevision, by, at };
    await this.desk.run(
      { name: 'StartReview', pluginId, version, decide: ({ release }) => under('release', startReview(word, release)) },
      context,
    );
  }
}

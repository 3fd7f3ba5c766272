import type { FactContext } from '@kushk/broker';
import { reviewFacts, type DataOf } from '@kushk/contracts';
import { under } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { deskReaction, FollowDesk } from '../follow-desk.handler.js';
import { rejectRelease } from './reject-release.js';

@Controller()
export class OnReleaseRejectedHandler {
  constructor(private readonly desk: FollowDesk) {}

  @EventPattern<string>(reviewFacts.releaseRejected.subject, { reaction: deskReaction })
  async react(data: DataOf<typeof reviewFacts.releaseRejected>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version, revision: reviewRevision, by, at, notes } = data;
    const word = { reviewRevision, by, at, notes };
    await this.desk.run(
      {
        name: 'RejectRelease',
        pluginId,
        version,
        decide: ({ release }) => under('release', rejectRelease(word, release)),
      },
      context,
    );
  }
}

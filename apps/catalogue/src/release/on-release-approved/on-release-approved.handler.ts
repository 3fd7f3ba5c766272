import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { reviewFacts, type DataOf } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReleaseChanges } from '../release-changes.js';
import { replyInOrder, reviewReaction, reviewStep } from '../review-step.js';
import { StatusChangePreparer } from '../status-change-preparer.js';
import { releaseAndPlugin } from '../status-change.js';
import { recordApproval, type RecordApproval } from './record-approval.js';

@Controller()
export class OnReleaseApprovedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly preparer: StatusChangePreparer,
    private readonly changes: ReleaseChanges,
  ) {}

  @EventPattern<string>(reviewFacts.releaseApproved.subject, { reaction: reviewReaction })
  async react(data: DataOf<typeof reviewFacts.releaseApproved>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version, by, at, tier, notes, approval, publish } = data;
    const change = await this.preparer.withManifest({ pluginId, version, by, at });
    const command: RecordApproval = { ...change, ...reviewStep(data), tier, notes, approval, publish };
    const outcome = await this.store.run({
      name: 'RecordApproval',
      streams: releaseAndPlugin(pluginId, version),
      decide: (states) => recordApproval(command, states),
      idempotency: idempotencyFor(reviewReaction, context),
      // The publication is the reviewer's act, and the audit names the reviewer.
      meta: { ...causedBy(context), actor: { kind: 'staff', subject: by, roles: ['reviewer'], name: data.by_name } },
    });
    const result = replyInOrder('RecordApproval', outcome);
    log.info({ command: 'RecordApproval', plugin_id: pluginId, version, result }, 'review step applied');
    this.changes.notify(pluginId, version);
  }
}

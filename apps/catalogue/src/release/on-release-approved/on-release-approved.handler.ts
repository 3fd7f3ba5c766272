import { reactionHandler } from '@kushk/broker';
import { reviewFacts } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { replyInOrder, reviewReaction, reviewStep } from '../review-step.js';
import { StatusChangePreparer } from '../status-change-preparer.js';
import { statusStreams } from '../status-change.js';
import { recordApproval, type RecordApproval } from './record-approval.js';

export const OnReleaseApprovedHandler = reactionHandler(
  reviewFacts.releaseApproved,
  { reaction: reviewReaction, needs: { store: EventStore, preparer: StatusChangePreparer, changes: ReleaseChanges } },
  async (data, { store, preparer, changes }, { idempotency, meta }) => {
    const { plugin_id: pluginId, version, by, at, tier, notes, approval, publish } = data;
    const change = await preparer.withManifest({ pluginId, version, by, at });
    const command: RecordApproval = { ...change, ...reviewStep(data), tier, notes, approval, publish };
    const outcome = await store.run({
      name: 'RecordApproval',
      streams: statusStreams(pluginId, version),
      decide: (states) => recordApproval(command, states),
      idempotency,
      // The publication is the reviewer's act, and the audit names the reviewer.
      meta: { ...meta, actor: { kind: 'staff', subject: by, roles: ['reviewer'], name: data.by_name } },
    });
    const result = replyInOrder('RecordApproval', outcome);
    log.info({ command: 'RecordApproval', plugin_id: pluginId, version, result }, 'review step applied');
    changes.notify(pluginId, version);
  },
);

/** Records that a reviewer approved and signed the release. With `publish`, the same commit publishes the release. */
import type { DsseEnvelope, Tier } from '@kushk/contracts';
import { accept, fold, type Decision } from '@kushk/decider';
import { requireOwned } from '../../plugin/plugin.js';
import { startRollout } from '../../rollout/rollout-change.js';
import { AT_ONCE } from '../../rollout/rollout-plan.js';
import { publication } from '../publish-release/publish-release.js';
import { releaseStream, type ApprovalRecorded, type ReviewStep } from '../release.js';
import { checkReviewOrder, type IgnoredStep } from '../review-step.js';
import type { StatusChange, StatusChangeFacts, StatusStates } from '../status-change.js';

export interface RecordApproval extends ReviewStep, StatusChange {
  readonly tier: Tier;
  readonly notes: string;
  readonly approval: DsseEnvelope;
  readonly publish: boolean;
}

/** Rejects only a fact that must wait for an earlier one (`catalogue.review_out_of_order`). */
export function recordApproval(
  command: RecordApproval,
  { release, plugin }: StatusStates,
): Decision<StatusChangeFacts, IgnoredStep | 'approved' | 'published'> {
  const { reviewRevision, by, byName, at, tier, notes, approval } = command;
  const order = checkReviewOrder(release, command, 'approve');
  if ('outOfOrder' in order) return order.outOfOrder;
  if ('ignored' in order) return accept({ release: [], plugin: [] }, order.ignored);
  const recorded: ApprovalRecorded = {
    type: 'ApprovalRecorded',
    data: { reviewRevision, by, byName, at, tier, notes, approval },
  };
  if (!command.publish) return accept({ release: [recorded], plugin: [] }, 'approved');
  const approved = fold(releaseStream, [recorded], release);
  if (approved.status !== 'approved') throw new Error('a release must be approved after ApprovalRecorded');
  const owned = requireOwned(plugin);
  const rollout = startRollout(command, { plan: command.plan ?? AT_ONCE, isTightened: false }, owned);
  const published = publication(command, { release: approved, plugin: owned }, rollout);
  return accept({ ...published, release: [recorded, ...published.release] }, 'published');
}

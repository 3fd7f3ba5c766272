import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { InstallationLeases } from '../../token-lease/installation-leases.js';
import { ReleaseEvaluator } from '../evaluate-release/release-evaluator.js';
import { reaction as updatesInstallations } from '../on-release-status-changed/on-release-status-changed.handler.js';

/** What an instance applies without waiting for the installations that other changes update. */
export const urgentReaction = 'on-release-suspended';

/**
 * Puts the suspension of a listed release in force at once. The other reaction to this fact may still update the
 * installations after an earlier statement of the release, one by one. It shares the idempotency key, so that each
 * statement is evaluated once.
 */
export const OnReleaseSuspendedHandler = reactionHandler(
  catalogueFacts.releaseStatusChanged,
  { reaction: urgentReaction, needs: { evaluator: ReleaseEvaluator, leases: InstallationLeases } },
  async (data, { evaluator, leases }, { idempotency, meta }) => {
    if (data.status !== 'suspended') return;
    await evaluator.suspendListed(data, { idempotency: { ...idempotency, scope: updatesInstallations }, meta });
    await leases.revokeAll();
  },
);

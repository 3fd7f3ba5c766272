import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { urgentReaction } from '../../listing/on-release-suspended/on-release-suspended.handler.js';
import { RolloutRecorder } from '../rollout-recorder.js';

/**
 * Stops the moves of a rollout at once. The other reaction to this fact may still move the installations of an earlier
 * stage, one by one; each of these moves reads the rollout when it is decided.
 */
export const OnRolloutStoppedHandler = reactionHandler(
  catalogueFacts.rolloutChanged,
  { reaction: urgentReaction, needs: { recorder: RolloutRecorder } },
  async (data, { recorder }, { meta }) => {
    const statement = recorder.verify(data);
    if (statement === null || statement.state === 'running' || statement.state === 'complete') return;
    await recorder.record(statement, meta);
  },
);

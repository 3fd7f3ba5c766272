import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { InstallationUpdater } from '../../installation/installation-updater.js';
import { reaction } from '../../listing/on-release-status-changed/on-release-status-changed.handler.js';
import { RolloutRecorder } from '../rollout-recorder.js';

/**
 * Records how far a release is rolled out, and moves the installations that the stage has reached. It belongs to the
 * reaction to a change of status, so that the first stage is recorded before its release is listed.
 */
export const OnRolloutChangedHandler = reactionHandler(
  catalogueFacts.rolloutChanged,
  { reaction, needs: { recorder: RolloutRecorder, installations: InstallationUpdater } },
  async (data, { recorder, installations }, { meta }) => {
    const statement = recorder.verify(data);
    if (statement === null) return;
    await recorder.record(statement, meta);
    await installations.followNewestVersion(data.plugin_id, meta);
  },
);

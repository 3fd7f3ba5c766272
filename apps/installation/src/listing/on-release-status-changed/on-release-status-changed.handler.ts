import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { InstallationUpdater } from '../../installation/installation-updater.js';
import { ReleaseEvaluator } from '../evaluate-release/release-evaluator.js';

export const reaction = 'on-release-status-changed';

/**
 * Updates the listing and the installations after the hub published, suspended, resumed or withdrew a release. After
 * the evaluation, every step reads the stored listing and not the fact. A forged or repeated fact therefore changes
 * nothing, and a redelivered fact completes an interrupted update.
 */
export const OnReleaseStatusChangedHandler = reactionHandler(
  catalogueFacts.releaseStatusChanged,
  { reaction, needs: { evaluator: ReleaseEvaluator, installations: InstallationUpdater } },
  async (data, { evaluator, installations }, { idempotency, meta }) => {
    const release = { pluginId: data.plugin_id, version: data.version };
    await evaluator.evaluate(data, 'hub', { idempotency, meta });
    await installations.syncSuspensions(release, meta);
    await installations.followNewestVersion(release.pluginId, meta);
    await evaluator.confirmApplied(release, meta);
  },
);

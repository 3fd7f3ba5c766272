import { commandHandler, respond } from '@kushk/broker';
import { catalogueRollouts } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { releaseKey } from '../../release/release.js';
import { RolloutReports } from '../rollout-reports.view.js';

/** Stores the counts of an instance beside those of the others; it changes no rollout. */
export const RecordCountsHandler = commandHandler(
  catalogueRollouts.recordCounts,
  { reports: RolloutReports },
  async (request, { reports }) => {
    const arrivedAt = now();
    const reportedAt = new Date(request.as_of);
    // After a fast clock is corrected, new reports would otherwise look older than the stored ones.
    const asOf = reportedAt < arrivedAt ? reportedAt : arrivedAt;
    await reports.record(
      request.reports.map(({ plugin_id, version, since, counts, before }) => ({
        releaseKey: releaseKey(plugin_id, version),
        instanceId: request.instance_id,
        since,
        asOf,
        counts,
        before,
      })),
    );
    return respond(null);
  },
);

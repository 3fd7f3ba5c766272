import { queryHandler, respond } from '@kushk/broker';
import { catalogueReturns } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { CONFIG, newId, now } from '@kushk/runtime';
import { ReturnPreparer } from '../return-release/return-preparer.js';
import { returnRelease, returnStreams } from '../return-release/return-release.js';

/** Checks a return with the same decision as the command, and stores nothing. */
export const PrepareReturnHandler = queryHandler(
  catalogueReturns.prepareReturn,
  { store: EventStore, preparer: ReturnPreparer, config: CONFIG },
  async (request, { store, preparer, config }) => {
    const identity = { releaseId: newId('rel'), quotas: config.quotas, at: now().toISOString() };
    const prepared = await preparer.prepare(request, identity);
    if (!prepared.accepted) return prepared;
    const { command } = prepared;
    const streams = returnStreams(command);
    const [quota, release, plugin, source, sourceRollout] = await Promise.all([
      store.load(streams.quota),
      store.load(streams.release),
      store.load(streams.plugin),
      store.load(streams.source),
      store.load(streams.sourceRollout),
    ]);
    const decision = returnRelease(
      { ...command, approved: 'reviewer' },
      {
        quota: quota.state,
        release: release.state,
        plugin: plugin.state,
        source: source.state,
        sourceRollout: sourceRollout.state,
      },
    );
    if (!decision.accepted) return decision;
    const { manifest, diff } = command.submission;
    const result = { ...command.result, dry_run: true, approval: 'automatic', release: null } as const;
    return respond({ manifest, previous: diff?.previous ?? null, result });
  },
);

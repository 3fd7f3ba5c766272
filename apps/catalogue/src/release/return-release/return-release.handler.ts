import { commandHandler } from '@kushk/broker';
import { catalogueReturns } from '@kushk/contracts';
import { CONFIG, newId, now } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { ReturnPreparer } from './return-preparer.js';
import { returnRelease, returnStreams } from './return-release.js';

export const ReturnReleaseHandler = commandHandler(
  catalogueReturns.returnRelease,
  { preparer: ReturnPreparer, changes: ReleaseChanges, config: CONFIG },
  async (request, { preparer, changes, config }, { run }) => {
    const identity = { releaseId: newId('rel'), quotas: config.quotas, at: now().toISOString() };
    const prepared = await preparer.prepare(request, identity);
    if (!prepared.accepted) return prepared;
    const command = { ...prepared.command, approved: request.approved };
    const outcome = await run({
      name: 'ReturnRelease',
      streams: returnStreams(command),
      command,
      decide: (command, states) => returnRelease(command, states),
    });
    if (outcome.accepted) changes.notify(request.plugin_id, request.version);
    return outcome;
  },
);

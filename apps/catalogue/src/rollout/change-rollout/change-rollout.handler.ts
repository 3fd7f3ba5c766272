import { commandHandler } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { ReleaseChanges } from '../../release/release-changes.js';
import { StatusChangePreparer } from '../../release/status-change-preparer.js';
import { releaseNotFound, replyWithRelease, statusStreams } from '../../release/status-change.js';
import { changeRollout } from './change-rollout.js';

/** Answers with the release and its changed rollout. */
export const ChangeRolloutHandler = commandHandler(
  catalogue.changeRollout,
  { preparer: StatusChangePreparer, changes: ReleaseChanges },
  async (request, { preparer, changes }, { run }) => {
    const { plugin_id: pluginId, version, publisher_id: publisherId, action, reason, by } = request;
    const prepared = await preparer.prepare({ pluginId, version, by, at: now().toISOString() }, publisherId);
    if (prepared === null) return releaseNotFound(pluginId, version);
    const outcome = await run({
      name: 'ChangeRollout',
      streams: statusStreams(pluginId, version),
      command: { ...prepared.change, publisherId, action, reason },
      decide: (command, states) => {
        const decision = changeRollout(command, states);
        return replyWithRelease(
          decision.accepted ? { ...decision, facts: { ...decision.facts, release: [], plugin: [] } } : decision,
          states,
          prepared,
        );
      },
    });
    if (outcome.accepted) changes.notify(pluginId, version);
    return outcome;
  },
);

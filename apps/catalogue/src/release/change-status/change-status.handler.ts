import { commandHandler } from '@kushk/broker';
import type { ReleaseResource, RequestType } from '@kushk/contracts';
import type { Decision } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { StatusChangePreparer } from '../status-change-preparer.js';
import {
  releaseNotFound,
  replyWithRelease,
  statusStreams,
  type StatusChange,
  type StatusChangeFacts,
  type StatusStates,
} from '../status-change.js';

interface StatusRequest {
  readonly plugin_id: string;
  readonly version: string;
  readonly by: string;
  /** The publisher whose release it must be. Absent or null when the operator asks. */
  readonly publisher_id?: string | null;
}

/** Answers a request that changes the status of a release with the release in its new status. */
export function statusHandler<Request extends StatusRequest>(
  request: RequestType<Request, ReleaseResource>,
  name: string,
  decide: (change: StatusChange, states: StatusStates, message: Request) => Decision<StatusChangeFacts, null>,
) {
  const needs = { preparer: StatusChangePreparer, changes: ReleaseChanges };
  return commandHandler(request, needs, async (message, { preparer, changes }, { run }) => {
    const { plugin_id: pluginId, version, by, publisher_id: publisherId = null } = message;
    const prepared = await preparer.prepare({ pluginId, version, by, at: now().toISOString() }, publisherId);
    if (prepared === null) return releaseNotFound(pluginId, version);
    const outcome = await run({
      name,
      streams: statusStreams(pluginId, version),
      command: prepared.change,
      decide: (change, states) => replyWithRelease(decide(change, states, message), states, prepared),
    });
    if (outcome.accepted) changes.notify(pluginId, version);
    return outcome;
  });
}

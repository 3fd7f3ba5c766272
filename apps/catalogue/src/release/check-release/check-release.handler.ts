import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { releaseChecks } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { releaseAndPlugin } from '../status-change.js';
import { SubmissionPreparer } from '../submit-release/submission-preparer.js';
import { NEWEST_VERSION_CHANGED, submitRelease } from '../submit-release/submit-release.js';

/** Checks a submission with the same decision as the submit command, and stores nothing. */
export const CheckReleaseHandler = queryHandler(
  catalogue.checkRelease,
  { store: EventStore, preparer: SubmissionPreparer },
  async (request, { store, preparer }) => {
    const { publisher_id: publisherId } = request;
    const prepared = await preparer.prepare(request, {
      publisherId,
      releaseId: newId('rel'),
      at: now().toISOString(),
    });
    if (!prepared.accepted) return prepared;
    const { command } = prepared;
    const streams = releaseAndPlugin(command.manifest.id, command.manifest.version);
    const [{ state: release }, { state: plugin }] = await Promise.all([
      store.load(streams.release),
      store.load(streams.plugin),
    ]);
    const decision = submitRelease(command, { release, plugin });
    if (!decision.accepted && decision.refusal.code !== NEWEST_VERSION_CHANGED) return decision;
    const { warnings, image } = command.details;
    const checks = releaseChecks(command.manifest, warnings, image);
    return respond({ verdict: 'valid', warnings, checks, diff: command.diff });
  },
);

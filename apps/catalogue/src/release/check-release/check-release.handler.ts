import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { consequencesOf, releaseChecks } from '@kushk/manifest';
import { CONFIG, newId, now } from '@kushk/runtime';
import { SubmissionPreparer } from '../submit-release/submission-preparer.js';
import { NEWEST_VERSION_CHANGED, submissionStreams, submitRelease } from '../submit-release/submit-release.js';

/** Checks a submission with the same decision as the submit command, and stores nothing. */
export const CheckReleaseHandler = queryHandler(
  catalogue.checkRelease,
  { store: EventStore, preparer: SubmissionPreparer, config: CONFIG },
  async (request, { store, preparer, config }) => {
    const { publisher_id: publisherId } = request;
    const prepared = await preparer.prepare(request, {
      publisherId,
      releaseId: newId('rel'),
      quotas: config.quotas,
      provenance: null,
      at: now().toISOString(),
    });
    if (!prepared.accepted) return prepared;
    const { command } = prepared;
    const streams = submissionStreams(command);
    const [{ state: quota }, { state: release }, { state: plugin }, { state: replaced }] = await Promise.all([
      store.load(streams.quota),
      store.load(streams.release),
      store.load(streams.plugin),
      store.load(streams.replaced),
    ]);
    const decision = submitRelease(command, { quota, release, plugin, replaced });
    if (!decision.accepted && decision.refusal.code !== NEWEST_VERSION_CHANGED) return decision;
    const { warnings, image } = command.details;
    const checks = releaseChecks(command.manifest, warnings, image);
    const { diff } = command;
    const consequences = diff === null ? [] : consequencesOf(diff);
    return respond({ verdict: 'valid', warnings, checks, diff, consequences });
  },
);

import { commandHandler } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { CONFIG, newId, now } from '@kushk/runtime';
import { provenanceOf } from './provenance-of.js';
import { SubmissionPreparer } from './submission-preparer.js';
import { NEWEST_VERSION_CHANGED, submissionStreams, submitRelease } from './submit-release.js';

/**
 * Maximum number of times that a submission is compared with the newest published version. The comparison is repeated
 * when another version was published before the submission was stored.
 */
const MAX_PREPARATIONS = 5;

export const SubmitReleaseHandler = commandHandler(
  catalogue.submitRelease,
  { preparer: SubmissionPreparer, events: EventStore, config: CONFIG },
  async (request, { preparer, events, config }, { run, actor }) => {
    const { publisher_id: publisherId } = request;
    const provenance = await provenanceOf(actor, events);
    for (let preparation = 1; preparation <= MAX_PREPARATIONS; preparation += 1) {
      const at = now().toISOString();
      const prepared = await preparer.prepare(request, {
        publisherId,
        releaseId: newId('rel'),
        quotas: config.quotas,
        provenance,
        at,
      });
      if (!prepared.accepted) return prepared;
      const { command } = prepared;
      const outcome = await run({
        name: 'SubmitRelease',
        streams: submissionStreams(command),
        command,
        decide: (command, states) => submitRelease(command, states),
      });
      if (outcome.accepted || outcome.refusal.code !== NEWEST_VERSION_CHANGED) return outcome;
    }
    throw new StoreBusy('versions of the plugin are published faster than a submission can be compared with them');
  },
);

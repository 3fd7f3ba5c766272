import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReleaseChanges } from '../../release/release-changes.js';
import { releaseKey, releaseStream } from '../../release/release.js';
import { evaluationKey, evaluationStream } from '../evaluation.js';
import { recordEvaluation } from './record-evaluation.js';

const reaction = 'on-instance-report';

/**
 * Records how instances evaluate releases. Each instance publishes this fact in its own stream instead of sending a
 * command: the fact waits in the stream while the hub or the link is down, facts keep their order, and the hub needs
 * no endpoint for instances. The instance id comes from the NATS subject, so no instance can report for another.
 */
export const OnListingEvaluatedHandler = reactionHandler(
  installationFacts.listingEvaluated,
  { reaction, from: 'fleet', needs: { changes: ReleaseChanges } },
  async (data, { changes }, { run, scope: instanceId }) => {
    const { plugin_id: pluginId, version, sequence, accepted, problems } = data;
    const key = releaseKey(pluginId, version);
    const outcome = await run({
      name: 'RecordEvaluation',
      streams: {
        evaluation: streamRef(evaluationStream, evaluationKey(instanceId, key)),
        release: streamRef(releaseStream, key),
      },
      command: { instanceId, releaseKey: key, sequence, accepted, problems, at: now().toISOString() },
      decide: (command, states) => recordEvaluation(command, states),
    });
    if (outcome.accepted && outcome.reply.recorded) changes.notify(pluginId, version);
  },
);

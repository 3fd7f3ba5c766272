import { commandHandler } from '@kushk/broker';
import { workspaceSources } from '@kushk/contracts';
import { mapReply, refuse, streamRef, unreachable, type Refused } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { IncomingContents, type Intake } from '../incoming-contents.js';
import { NewSources, type StoredSubmission } from '../new-sources.js';
import { sourceStream } from '../source.js';
import { sourceExternalIdKey, sourceExternalIdStream } from '../source-external-id.js';
import { sourceQuotaStream } from '../source-quota.js';
import { sourceToWire } from '../source.view.js';
import { submitSource, type SubmitSource } from './submit-source.js';

export const SubmitSourceHandler = commandHandler(
  workspaceSources.submitSource,
  { newSources: NewSources, contents: IncomingContents },
  async (request, { newSources, contents }, { run, idempotency }) => {
    const replayed = await newSources.findReply(idempotency, request);
    if (replayed !== null) return replayed;
    const validated = await newSources.validate(request);
    if (!validated.accepted) return validated;
    const stated = validated.reply;
    const refusal = refusalOf(await contents.take(request.upload_id, stated));
    if (refusal !== null) return refusal;
    const command: SubmitSource = { ...stated, sourceId: newId('src'), at: now().toISOString() };
    const { installationId, externalId, sourceId } = command;
    const outcome = await run({
      name: 'SubmitSource',
      streams: {
        externalId: streamRef(sourceExternalIdStream, sourceExternalIdKey(installationId, externalId)),
        quota: streamRef(sourceQuotaStream, installationId),
        source: streamRef(sourceStream, sourceId),
      },
      command,
      decide: (command, states) =>
        mapReply(submitSource(command, states), (result): StoredSubmission =>
          result.created ? { created: true, source: sourceToWire(result.source) } : result,
        ),
    });
    return newSources.replyOf(outcome, request);
  },
);

function refusalOf(intake: Intake): Refused | null {
  switch (intake.result) {
    case 'stored':
      return null;
    case 'incomplete':
      return refuse('source.upload_incomplete');
    case 'mismatch':
      return refuse('source.content_mismatch', { declared: intake.declared, detected: intake.detected });
    default:
      return unreachable(intake);
  }
}

import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspaceSources, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, unreachable, type Outcome, type Refused } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { IncomingContents, type Intake } from '../incoming-contents.js';
import { NewSources, type StoredSubmission } from '../new-sources.js';
import { sourceStream } from '../source.js';
import { sourceExternalIdKey, sourceExternalIdStream } from '../source-external-id.js';
import { sourceQuotaStream } from '../source-quota.js';
import { sourceToWire } from '../source.view.js';
import { submitSource, type SubmitSource } from './submit-source.js';

type Request = RequestOf<typeof workspaceSources.submitSource>;
type Reply = ReplyOf<typeof workspaceSources.submitSource>;

@Controller()
export class SubmitSourceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly newSources: NewSources,
    private readonly contents: IncomingContents,
  ) {}

  @MessagePattern(workspaceSources.submitSource.subject)
  async handle(request: Request, context: RequestContext): Promise<Outcome<Reply>> {
    const idempotency = idempotencyOf(request.idempotency);
    const replayed = await this.newSources.findReply(idempotency, request);
    if (replayed !== null) return replayed;
    const validated = await this.newSources.validate(request);
    if (!validated.accepted) return validated;
    const stated = validated.reply;
    const refusal = refusalOf(await this.contents.take(request.upload_id, stated));
    if (refusal !== null) return refusal;
    const command: SubmitSource = { ...stated, sourceId: newId('src'), at: now().toISOString() };
    const { installationId, externalId, sourceId } = command;
    const outcome = await this.store.run({
      name: 'SubmitSource',
      streams: {
        externalId: streamRef(sourceExternalIdStream, sourceExternalIdKey(installationId, externalId)),
        quota: streamRef(sourceQuotaStream, installationId),
        source: streamRef(sourceStream, sourceId),
      },
      decide: (states) =>
        mapReply(submitSource(command, states), (result): StoredSubmission =>
          result.created ? { created: true, source: sourceToWire(result.source) } : result,
        ),
      idempotency,
      meta: metaOf(context),
    });
    return await this.newSources.replyOf(outcome, request);
  }
}

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

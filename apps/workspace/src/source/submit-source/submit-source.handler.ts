import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import {
  workspaceSources,
  type ReplyOf,
  type RequestOf,
  type SourceResource,
} from '@kushk/contracts';
import { mapReply, refuse, streamRef, unreachable, type Outcome, type Refused } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { IncomingContents, type Intake } from '../incoming-contents.js';
import { NewSources } from '../new-sources.js';
import { sourceStream } from '../source.js';
import { sourceExternalIdKey, sourceExternalIdStream } from '../source-external-id.js';
import { sourceQuotaStream } from '../source-quota.js';
import { sourceToWire } from '../source.view.js';
import { submitSource, type SubmitSource } from './submit-source.js';

type Request = RequestOf<typeof workspaceSources.submitSource>;
type Reply = ReplyOf<typeof workspaceSources.submitSource>;
/** A source that existed already is read after the command, because the command did not know its id. */
type StoredReply =
  | { readonly created: true; readonly source: SourceResource }
  | { readonly created: false; readonly sourceId: string };

@Controller()
export class SubmitSourceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly newSources: NewSources,
    private readonly contents: IncomingContents,
  ) {}

  @MessagePattern(workspaceSources.submitSource.subject)
  async handle(request: Request, context: RequestContext): Promise<Outcome<Reply>> {
    // A repeated request gets the stored reply without validation, because capabilities may have changed since the
    // first attempt.
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<StoredReply>(idempotency);
    if (stored !== null) return await this.withSource(stored);
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
        mapReply(submitSource(command, states), (result): StoredReply =>
          result.created ? { created: true, source: sourceToWire(result.source) } : result,
        ),
      idempotency,
      meta: metaOf(context),
    });
    return await this.withSource(outcome);
  }

  private async withSource(outcome: Outcome<StoredReply>): Promise<Outcome<Reply>> {
    if (!outcome.accepted) return outcome;
    const { reply } = outcome;
    if (reply.created) return { ...outcome, reply };
    return { ...outcome, reply: { created: false, source: await this.newSources.get(reply.sourceId) } };
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

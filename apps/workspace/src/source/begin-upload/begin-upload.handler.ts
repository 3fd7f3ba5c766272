import { randomUUID } from 'node:crypto';
import { idempotencyOf, respond } from '@kushk/broker';
import { workspaceSources, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { NewSources } from '../new-sources.js';
import { sourceQuotaStream } from '../source-quota.js';
import { quotaRefusal } from '../submit-source/submit-source.js';
import { Uploads } from '../uploads.view.js';

type Reply = ReplyOf<typeof workspaceSources.beginUpload>;

@Controller()
export class BeginUploadHandler {
  constructor(
    private readonly store: EventStore,
    private readonly newSources: NewSources,
    private readonly uploads: Uploads,
  ) {}

  /** Finds out what can be refused before the content is uploaded. Submitting the source checks all of it again. */
  @MessagePattern(workspaceSources.beginUpload.subject)
  async handle(request: RequestOf<typeof workspaceSources.beginUpload>): Promise<Outcome<Reply>> {
    const { installation_id, organisation_id: organisationId, size } = request;
    const idempotency = idempotencyOf(request.idempotency);
    const replayed = await this.newSources.findReply(idempotency, request);
    if (replayed !== null)
      return replayed.accepted ? { ...replayed, reply: { upload_id: null, ...replayed.reply } } : replayed;
    const validated = await this.newSources.validate(request);
    if (!validated.accepted) return validated;
    const existing = await this.newSources.findExisting(validated.reply, request);
    if (existing !== null) {
      if (!existing.accepted) return existing;
      await this.newSources.storeExisting(idempotency, existing.reply.id);
      return respond({ upload_id: null, source: existing.reply, created: false });
    }
    const { state: quota } = await this.store.load(streamRef(sourceQuotaStream, installation_id));
    const refusal = quotaRefusal(quota, size);
    if (refusal !== null) return refusal;
    const uploadId = randomUUID();
    await this.uploads.begin({ organisationId, uploadId }, size);
    return respond({ upload_id: uploadId, source: null });
  }
}

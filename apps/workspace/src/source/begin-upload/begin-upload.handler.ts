import { commandHandler, respond } from '@kushk/broker';
import { workspaceSources } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { randomUUID } from 'node:crypto';
import { NewSources } from '../new-sources.js';
import { sourceQuotaStream } from '../source-quota.js';
import { quotaRefusal } from '../submit-source/submit-source.js';
import { Uploads } from '../uploads.view.js';

/** Finds out what can be refused before the content is uploaded. Submitting the source checks all of it again. */
export const BeginUploadHandler = commandHandler(
  workspaceSources.beginUpload,
  { store: EventStore, newSources: NewSources, uploads: Uploads },
  async (request, { store, newSources, uploads }, { idempotency }) => {
    const { installation_id, organisation_id: organisationId, size } = request;
    const replayed = await newSources.findReply(idempotency, request);
    if (replayed !== null)
      return replayed.accepted ? { ...replayed, reply: { upload_id: null, ...replayed.reply } } : replayed;
    const validated = await newSources.validate(request);
    if (!validated.accepted) return validated;
    const existing = await newSources.findExisting(validated.reply, request);
    if (existing !== null) {
      if (!existing.accepted) return existing;
      await newSources.storeExisting(idempotency, existing.reply.id);
      return respond({ upload_id: null, source: existing.reply, created: false });
    }
    const { state: quota } = await store.load(streamRef(sourceQuotaStream, installation_id));
    const refusal = quotaRefusal(quota, size);
    if (refusal !== null) return refusal;
    const uploadId = randomUUID();
    await uploads.begin({ organisationId, uploadId }, size);
    return respond({ upload_id: uploadId, source: null });
  },
);

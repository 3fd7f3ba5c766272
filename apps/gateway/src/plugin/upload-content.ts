/** Uploads the content of a source to the workspace in chunks, each of which is acknowledged. */
import { SOURCE_CHUNK_BYTES, workspaceSources, type RequestOf } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';

export const uploadRequests = [
  workspaceSources.beginUpload,
  workspaceSources.addChunk,
  workspaceSources.abortUpload,
  workspaceSources.submitSource,
] as const;

type Submission = Omit<RequestOf<typeof workspaceSources.submitSource>, 'upload_id'>;

const CHUNK_TIMEOUT_MS = 2_500;
const CHUNK_ATTEMPTS = 3;

/**
 * Brings a source in and returns it. The content is uploaded only when the plugin has not brought it in yet. When a
 * chunk gets lost, it is sent again; when it cannot be delivered, the upload is aborted.
 */
export async function uploadSource(send: SendRequest, submission: Submission, content: Buffer) {
  const { reply: begun, replayed: isReplayed } = await send(workspaceSources.beginUpload, submission);
  if (begun.upload_id === null) return { source: begun.source, created: begun.created, replayed: isReplayed };
  const upload = { organisation_id: submission.organisation_id, upload_id: begun.upload_id };
  try {
    for (let index = 0; index * SOURCE_CHUNK_BYTES < content.length; index += 1)
      await sendChunk(send, upload, { index, content });
  } catch (error) {
    // Without the abort, the workspace deletes the chunks after two minutes.
    void send(workspaceSources.abortUpload, upload).catch(() => undefined);
    throw error;
  }
  const { reply, replayed } = await send(workspaceSources.submitSource, { ...submission, ...upload });
  return { source: reply.source, created: reply.created, replayed };
}

async function sendChunk(
  send: SendRequest,
  upload: { readonly organisation_id: string; readonly upload_id: string },
  { index, content }: { readonly index: number; readonly content: Buffer },
): Promise<void> {
  const data = content.toString('base64', index * SOURCE_CHUNK_BYTES, (index + 1) * SOURCE_CHUNK_BYTES);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send(workspaceSources.addChunk, { ...upload, index, data }, { timeoutMs: CHUNK_TIMEOUT_MS });
      return;
    } catch (error) {
      if (attempt === CHUNK_ATTEMPTS || !isTemporary(error)) throw error;
    }
  }
}

/** A chunk may be sent again: the workspace ignores one that it has. */
function isTemporary(error: unknown): boolean {
  return error instanceof Refused && error.code === 'service.unavailable';
}

import { commandHandler, respond } from '@kushk/broker';
import { SOURCE_CHUNK_BYTES, SOURCE_CONTENT_MAX_BYTES, workspaceSources } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Uploads } from '../uploads.view.js';

const CHUNKS_MAX = Math.ceil(SOURCE_CONTENT_MAX_BYTES / SOURCE_CHUNK_BYTES);

export const AddChunkHandler = commandHandler(
  workspaceSources.addChunk,
  { uploads: Uploads },
  async ({ organisation_id: organisationId, upload_id: uploadId, index, data }, { uploads }) => {
    if (index < 0 || index >= CHUNKS_MAX || Buffer.byteLength(data, 'base64') > SOURCE_CHUNK_BYTES)
      throw new RangeError('a chunk is larger or has a higher number than the gateway sends');
    const isAdded = await uploads.add({ organisationId, uploadId }, index, data);
    return isAdded ? respond({ index }) : refuse('source.upload_incomplete');
  },
);

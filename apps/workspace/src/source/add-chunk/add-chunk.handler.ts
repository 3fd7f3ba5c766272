import { respond } from '@kushk/broker';
import { SOURCE_CHUNK_BYTES, SOURCE_CONTENT_MAX_BYTES, workspaceSources, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Uploads } from '../uploads.view.js';

const CHUNKS_MAX = Math.ceil(SOURCE_CONTENT_MAX_BYTES / SOURCE_CHUNK_BYTES);

@Controller()
export class AddChunkHandler {
  constructor(private readonly uploads: Uploads) {}

  @MessagePattern(workspaceSources.addChunk.subject)
  async handle({
    organisation_id: organisationId,
    upload_id: uploadId,
    index,
    data,
  }: RequestOf<typeof workspaceSources.addChunk>): Promise<Outcome<{ readonly index: number }>> {
    if (index < 0 || index >= CHUNKS_MAX || Buffer.byteLength(data, 'base64') > SOURCE_CHUNK_BYTES)
      throw new RangeError('a chunk is larger or has a higher number than the gateway sends');
    const isAdded = await this.uploads.add({ organisationId, uploadId }, index, data);
    return isAdded ? respond({ index }) : refuse('source.upload_incomplete');
  }
}

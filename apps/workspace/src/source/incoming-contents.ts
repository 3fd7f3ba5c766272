/** Moves the uploaded content of a new source to the content store. */
import { SOURCE_CHUNK_BYTES } from '@kushk/contracts';
import { contentDigest } from '@kushk/credentials';
import type { ContentStore } from '../content/content-store.js';
import { contentMismatch, type Mismatch } from './content-check.js';
import type { LargeContents } from './large-contents.js';
import type { StatedSource } from './new-sources.js';
import type { Uploads } from './uploads.view.js';

/** Whether the content was stored, or why it was not. */
export type Intake =
  { readonly result: 'stored' } | { readonly result: 'incomplete' } | ({ readonly result: 'mismatch' } & Mismatch);

export class IncomingContents {
  constructor(
    private readonly uploads: Uploads,
    private readonly contents: ContentStore,
    private readonly largeContents: LargeContents,
  ) {}

  /** The upload ends, whatever the result is. */
  async take(uploadId: string, stated: StatedSource): Promise<Intake> {
    return await this.largeContents.run(async () => {
      const { organisationId, digest, size, contentType } = stated;
      const upload = { organisationId, uploadId };
      const content = await this.uploads.assemble(upload, { size, chunkBytes: SOURCE_CHUNK_BYTES });
      await this.uploads.remove(upload);
      if (content === null) return { result: 'incomplete' };
      try {
        if (contentDigest(content) !== digest) return { result: 'incomplete' };
        const mismatch = await contentMismatch(contentType, content);
        if (mismatch !== null) return { result: 'mismatch', ...mismatch };
        await this.contents.store({ organisationId, digest }, content);
        return { result: 'stored' };
      } finally {
        // The garbage collector would free the memory only after many contents.
        if (content.buffer instanceof ArrayBuffer) content.buffer.transfer(0);
      }
    });
  }
}

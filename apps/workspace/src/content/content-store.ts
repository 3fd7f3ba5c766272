/**
 * Stores the contents of sources outside the log: each content once per organisation, by its digest, sealed when the
 * configuration has keys (docs/reference/sources.md, Storage). Contents of two organisations are never shared, so
 * nobody finds out by an upload whether another organisation has a file.
 */
import {
  contentName,
  sealContent,
  SEALED_HEADER_BYTES,
  sealedRange,
  segmentCount,
  unsealSegment,
  type SealingKey,
} from '@kushk/credentials';
import type { Contents, ContentId, ContentRow } from './contents.view.js';
import type { ObjectStore } from './object-store.js';

/** Bytes that one read returns, and of one sealed segment. */
export const SEGMENT_BYTES = 512 * 1024;

interface ContentStoreDependencies {
  readonly objects: ObjectStore;
  readonly contents: Contents;
  /** The first key seals; every key opens. Without keys, contents are stored as they are. */
  readonly keys: readonly SealingKey[];
}

export class ContentStore {
  constructor(private readonly dependencies: ContentStoreDependencies) {}

  /** Stores content, unless the organisation has it already. The source must be committed within an hour. */
  async store(id: ContentId, content: Buffer): Promise<void> {
    const { objects, contents, keys } = this.dependencies;
    const key = keys[0] ?? null;
    const row = await contents.use(id, contentName(key, id), content.length);
    if (row.is_stored) return;
    const sealedFor = { ...id, size: content.length };
    const parts = key === null ? [content] : sealContent(key, content, { sealedFor, segmentBytes: SEGMENT_BYTES });
    const object = { organisationId: id.organisationId, name: row.name };
    await objects.put(object, parts);
    if ((await contents.markStored(id, row.name)) !== row.name) await objects.remove(object);
  }

  /** Reads the segment that begins at `offset`, a multiple of `SEGMENT_BYTES`. Null when the content was deleted. */
  async readSegment(id: ContentId, offset: number): Promise<Buffer | null> {
    const row = await this.dependencies.contents.find(id);
    return row === null ? null : await this.segmentOf(row, offset / SEGMENT_BYTES);
  }

  /** Reads the whole content. Null when the content was deleted. */
  async read(id: ContentId): Promise<Buffer | null> {
    const row = await this.dependencies.contents.find(id);
    if (row === null) return null;
    const content = Buffer.alloc(row.size);
    for (let index = 0; index < segmentCount(row.size, SEGMENT_BYTES); index += 1)
      (await this.segmentOf(row, index)).copy(content, index * SEGMENT_BYTES);
    return content;
  }

  /** Deletes what no source uses. Returns the number of contents. */
  async deleteUnused(before: Date, now: Date): Promise<number> {
    const { objects, contents } = this.dependencies;
    await objects.removeLeftovers(before);
    return await contents.deleteUnused(before, now, ({ organisation_id: organisationId, name }) =>
      objects.remove({ organisationId, name }),
    );
  }

  private async segmentOf(row: ContentRow, index: number): Promise<Buffer> {
    const { objects, keys } = this.dependencies;
    const { organisation_id: organisationId, digest, name, size } = row;
    const object = { organisationId, name };
    if (name === digest) {
      const start = index * SEGMENT_BYTES;
      return await objects.read(object, { start, bytes: Math.min(SEGMENT_BYTES, size - start) });
    }
    const [header, segment] = await Promise.all([
      objects.read(object, { start: 0, bytes: SEALED_HEADER_BYTES }),
      objects.read(object, sealedRange(index, size, SEGMENT_BYTES)),
    ]);
    const isLast = index === segmentCount(size, SEGMENT_BYTES) - 1;
    return unsealSegment(keys, { header, segment }, { sealedFor: { organisationId, digest, size }, index, isLast });
  }
}

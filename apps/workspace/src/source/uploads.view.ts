/**
 * Uploads in progress: the chunks of a content, in a table, because each chunk may arrive at another process of the
 * service.
 */
import { deleteInChunks } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';

@Entity('uploads')
export class UploadRow {
  @PrimaryColumn('text') upload_id: string;
  @Column('text') organisation_id: string;
  /** Bytes of the whole content. */
  @Column('int') size: number;
  @Column('timestamptz') created_at: Date;
}
@Entity('upload_chunks')
export class UploadChunkRow {
  @PrimaryColumn('text') upload_id: string;
  @PrimaryColumn('int') index: number;
  /** In base64. */
  @Column('text') data: string;
  @Column('timestamptz') created_at: Date;
}

interface UploadId {
  readonly organisationId: string;
  readonly uploadId: string;
}

@Injectable()
export class Uploads {
  constructor(private readonly database: DataSource) {}

  async begin({ organisationId, uploadId }: UploadId, size: number): Promise<void> {
    await this.database.query(
      'insert into uploads (upload_id, organisation_id, size, created_at) values ($1, $2, $3, now())',
      [uploadId, organisationId, size],
    );
  }

  /** Stores a chunk in base64. A repeated chunk is ignored. Returns false when the upload does not exist (any more). */
  async add({ organisationId, uploadId }: UploadId, index: number, data: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `with upload as (select upload_id from uploads where upload_id = $1 and organisation_id = $2),
         added as (insert into upload_chunks (upload_id, index, data, created_at)
           select upload_id, $3, $4, now() from upload on conflict do nothing)
       select upload_id from upload`,
      [uploadId, organisationId, index, data],
    );
    return rows.length > 0;
  }

  /**
   * Returns the content of `size` bytes from its chunks, or null when a chunk is missing or has another length. Reads
   * one chunk at a time, so that the content is in memory only once, in a memory block of its own.
   */
  async assemble(
    { organisationId, uploadId }: UploadId,
    { size, chunkBytes }: { readonly size: number; readonly chunkBytes: number },
  ): Promise<Buffer | null> {
    const content = Buffer.allocUnsafeSlow(size);
    for (let index = 0; index * chunkBytes < size; index += 1) {
      const [chunk] = await this.database.query<Pick<UploadChunkRow, 'data'>[]>(
        `select c.data from upload_chunks c join uploads u using (upload_id)
         where c.upload_id = $1 and c.index = $2 and u.organisation_id = $3`,
        [uploadId, index, organisationId],
      );
      const bytes = Math.min(chunkBytes, size - index * chunkBytes);
      if (chunk === undefined || Buffer.byteLength(chunk.data, 'base64') !== bytes) return null;
      if (content.write(chunk.data, index * chunkBytes, bytes, 'base64') !== bytes) return null;
    }
    return content;
  }

  async remove({ organisationId, uploadId }: UploadId): Promise<void> {
    await this.database.query(
      `with gone as (delete from uploads where upload_id = $1 and organisation_id = $2 returning upload_id)
       delete from upload_chunks where upload_id in (select upload_id from gone)`,
      [uploadId, organisationId],
    );
  }

  /** Deletes uploads that began before this time. Returns the number of uploads and chunks. */
  async deleteAbandoned(before: Date): Promise<number> {
    const older = { where: 't.created_at < $1', orderBy: 'created_at', values: [before] };
    const uploads = await deleteInChunks(this.database, { table: 'uploads', ...older });
    return uploads + (await deleteInChunks(this.database, { table: 'upload_chunks', ...older }));
  }
}

/**
 * The contents that an organisation has in the content store, by digest. The table also decides when content is stored
 * and deleted, so that an upload and the deletion of unused content never lose content between them.
 */
import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';

@Entity('contents')
export class ContentRow {
  @PrimaryColumn('text') organisation_id: string;
  @PrimaryColumn('text') digest: string;
  /** The name of the object in the store. */
  @Column('text') name: string;
  @Column('int') size: number;
  /** Whether the object is in the store. When it is false, the object may be there or not. */
  @Column('boolean') is_stored: boolean;
  /** When a source last requested that this content is stored. */
  @Column('timestamptz') used_at: Date;
}

export interface ContentId {
  readonly organisationId: string;
  readonly digest: string;
}

/** Content of a dismissed source is kept this long after the review. */
const DISMISSED_DAYS = 30;
/** Content that no source uses: no source in the log has its digest, or only sources dismissed before `$2`. */
const IS_UNUSED = `not exists (select from sources s where s.organisation_id = t.organisation_id and s.digest = t.digest
  and (s.status <> 'dismissed' or s.reviewed_at >= $2))`;
const CHUNK = 100;
const PAGE = 500;

@Injectable()
export class Contents {
  constructor(private readonly database: DataSource) {}

  /**
   * Registers that a source uses content, and returns its row. When it is not stored, the caller stores it and then
   * calls `markStored`. Content in use is not deleted for an hour, within which the source must be committed.
   */
  async use({ organisationId, digest }: ContentId, name: string, size: number): Promise<ContentRow> {
    const [row] = await this.database.query<ContentRow[]>(
      `insert into contents (organisation_id, digest, name, size, is_stored, used_at) values ($1, $2, $3, $4, false, now())
       on conflict (organisation_id, digest) do update set used_at = now(),
         name = case when contents.is_stored then contents.name else excluded.name end
       returning *`,
      [organisationId, digest, name, size],
    );
    if (row === undefined) throw new Error('the insertion returned no row');
    return row;
  }

  /**
   * Marks content as stored under this name, and returns its name: another one when a process with another first key
   * has stored the same content meanwhile.
   */
  async markStored({ organisationId, digest }: ContentId, name: string): Promise<string> {
    const [rows] = await this.database.query<[Pick<ContentRow, 'name'>[], number]>(
      `update contents set is_stored = true, used_at = now(), name = case when is_stored then name else $3 end
       where organisation_id = $1 and digest = $2 returning name`,
      [organisationId, digest, name],
    );
    return rows[0]?.name ?? name;
  }

  /** Returns the row of stored content, or null when the content was deleted. */
  async find({ organisationId, digest }: ContentId): Promise<ContentRow | null> {
    const rows = await this.database.query<ContentRow[]>(
      `select * from contents where organisation_id = $1 and digest = $2 and is_stored`,
      [organisationId, digest],
    );
    return rows[0] ?? null;
  }

  /** Returns the next contents, at most 500, that sources need: those of sources that were not dismissed. */
  async needed(after: ContentId | null): Promise<ContentId[]> {
    return await this.database.query<ContentId[]>(
      `select distinct organisation_id as "organisationId", digest from sources
       where status <> 'dismissed' and (organisation_id, digest) > ($1, $2) order by 1, 2 limit ${PAGE}`,
      [after?.organisationId ?? '', after?.digest ?? ''],
    );
  }

  /**
   * Deletes up to 100 contents that no source uses and that were last used before `before`, and returns their number.
   * Each is first marked as not stored, so that an upload that comes in between stores the content again.
   */
  async deleteUnused(before: Date, now: Date, remove: (row: ContentRow) => Promise<void>): Promise<number> {
    const dismissedBefore = new Date(now.getTime() - DISMISSED_DAYS * 86_400_000);
    const rows = await this.database.query<ContentRow[]>(
      `select t.* from contents t where t.used_at < $1 and ${IS_UNUSED} order by t.used_at limit ${CHUNK}`,
      [before, dismissedBefore],
    );
    let deleted = 0;
    for (const row of rows) if (await this.deleteOne(row, [before, dismissedBefore], remove)) deleted += 1;
    return deleted;
  }

  private async deleteOne(
    { organisation_id, digest }: ContentRow,
    times: readonly [before: Date, dismissedBefore: Date],
    remove: (row: ContentRow) => Promise<void>,
  ): Promise<boolean> {
    const values = [...times, organisation_id, digest];
    const isSame = `t.organisation_id = $3 and t.digest = $4 and t.used_at < $1 and ${IS_UNUSED}`;
    await this.database.query(`update contents t set is_stored = false where ${isSame}`, values);
    return await this.database.transaction(async (transaction) => {
      const [locked] = await transaction.query<ContentRow[]>(
        `select t.* from contents t where ${isSame} and not t.is_stored for update skip locked`,
        values,
      );
      if (locked === undefined) return false;
      await remove(locked);
      await transaction.query(`delete from contents where organisation_id = $1 and digest = $2`, [
        organisation_id,
        digest,
      ]);
      return true;
    });
  }
}

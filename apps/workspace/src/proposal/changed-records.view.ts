/** The records that proposals change, for a list of proposals. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_STALE, recordEntities, type ProposalRow } from './proposal.view.js';

/** `stale`: as `proposedFields` says it. */
interface ChangedRecord {
  readonly proposal_id: string;
  readonly title: string;
  readonly stale: boolean;
}

@Injectable()
export class ChangedRecords {
  constructor(private readonly database: DataSource) {}

  /** Returns the records by the ids of the proposals. A proposal whose record does not exist is absent. */
  async of(
    rows: readonly Pick<ProposalRow, 'stream_id' | 'record_type'>[],
  ): Promise<ReadonlyMap<string, ChangedRecord>> {
    const found = await Promise.all(
      Object.entries(recordEntities).map(async ([recordType, entity]) => {
        const ids = rows.filter((row) => row.record_type === recordType).map(({ stream_id }) => stream_id);
        if (ids.length === 0) return [];
        return await this.read(this.database.getMetadata(entity).tableName, ids);
      }),
    );
    return new Map(found.flat().map((record) => [record.proposal_id, record]));
  }

  /** Returns the ids of the records by those of the proposals that change them; null for one that creates a record. */
  async idsOf(organisationId: string, proposalIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const rows = await this.database.query<Pick<ProposalRow, 'stream_id' | 'record_id'>[]>(
      'select stream_id, record_id from proposals where organisation_id = $1 and stream_id = any($2)',
      [organisationId, proposalIds],
    );
    return new Map(rows.map(({ stream_id, record_id }) => [stream_id, record_id]));
  }

  /** Compares the values in the database: the texts of documents would exceed the size of a reply. */
  private async read(table: string, ids: readonly string[]): Promise<ChangedRecord[]> {
    return await this.database.query<ChangedRecord[]>(
      `select p.stream_id as proposal_id, r.fields->>'title' as title,
         ${IS_STALE} as stale
       from proposals p join ${table} r on r.stream_id = p.record_id where p.stream_id = any($1)`,
      [ids],
    );
  }
}

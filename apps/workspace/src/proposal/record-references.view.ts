/** What refers to a record that a proposal created. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface OfProposal {
  readonly organisation_id: string;
  readonly proposal_id: string;
}

@Injectable()
export class RecordReferences {
  constructor(private readonly database: DataSource) {}

  /**
   * Whether a document or an event of the calendar belongs to the case that the proposal created, or another proposal
   * changes the created record or wants to refer to it. It reads before the undo is decided: what is stored between the
   * two then refers to a record that does not exist, as one that its reader may not see.
   */
  async exist({ organisation_id, proposal_id }: OfProposal): Promise<boolean> {
    const [found] = await this.database.query<{ exists: boolean }[]>(
      `select exists (
          select from proposals o where o.organisation_id = p.organisation_id and o.record_id = p.record_id
            and o.stream_id <> p.stream_id
        ) or exists (
          select from proposals o where o.organisation_id = p.organisation_id and o.status = 'pending'
            and o.created_at >= p.settled_at and o.changes->>'case_id' = p.record_id
        ) or exists (select from documents d where d.case_id = p.record_id
        ) or exists (
          select from calendar_events e where e.organisation_id = p.organisation_id and e.updated_at >= p.settled_at
            and e.fields->>'case_id' = p.record_id
        ) as exists
      from proposals p
      where p.stream_id = $1 and p.organisation_id = $2 and p.status = 'applied' and p.action = 'create'`,
      [proposal_id, organisation_id],
    );
    return found?.exists ?? false;
  }
}

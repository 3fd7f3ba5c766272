import { stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { caseStream, type CaseFields, type PresentCase } from './case.js';

@Entity('cases')
export class CaseRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('json') fields: CaseFields;
  /** Null: the whole organisation sees it. Kept beside the fields so that a list can be cut in the database. */
  @Column('text', { array: true, nullable: true }) member_ids: string[] | null;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

export const cases = stateView({
  entity: CaseRow,
  of: caseStream,
  row: (current) => (current.status === 'absent' ? null : caseRowOf(current)),
});

/** The row of a state; a command answers with it what the view then shows. */
export function caseRowOf(current: PresentCase): CaseRow {
  const { caseId, organisationId, fields, revision, createdAt, updatedAt } = current;
  return {
    stream_id: caseId,
    organisation_id: organisationId,
    fields,
    member_ids: fields.member_ids === null ? null : [...fields.member_ids],
    revision,
    created_at: new Date(createdAt),
    updated_at: new Date(updatedAt),
  };
}

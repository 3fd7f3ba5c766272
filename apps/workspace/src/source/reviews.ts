/** Finds the person and the source of a review, and checks what the person chose. */
import type { Problem } from '@kushk/contracts';
import type { People } from '../person/person.view.js';
import type { RecordValidator } from '../platform-record/record-validator.js';
import type { Viewer } from '../platform-record/visibility.js';
import type { SourceRow, Sources } from './source.view.js';

interface ReviewRequest {
  readonly organisation_id: string;
  readonly person_id: string;
  readonly source_id: string;
}
export interface Review {
  readonly person: Viewer;
  readonly row: SourceRow;
}

export class Reviews {
  constructor(
    private readonly people: Pick<People, 'find'>,
    private readonly sources: Pick<Sources, 'find'>,
    private readonly validator: RecordValidator,
  ) {}

  /** Returns null when the person does not exist or cannot see the source. */
  async find({ organisation_id, person_id, source_id }: ReviewRequest): Promise<Review | null> {
    const [person, row] = await Promise.all([
      this.people.find(organisation_id, person_id),
      this.sources.find(organisation_id, person_id, source_id),
    ]);
    return person === null || row === null ? null : { person, row };
  }

  /** The members must belong to the organisation, and the person must see the case. */
  async documentProblems(
    { organisation_id: organisationId, person_id: personId }: ReviewRequest,
    fields: { readonly member_ids: readonly string[] | null; readonly case_id: string | null },
  ): Promise<readonly Problem[]> {
    const reader = { organisationId, personId };
    const schema = { schema: {}, checked: {} };
    return await this.validator.problems({ ...reader, schema, fields, peopleFields: ['member_ids'], path: '' });
  }
}

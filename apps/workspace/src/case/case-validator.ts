/** Checks the fields of a case: their schema, and that the people they name belong to the organisation. */
import { requestProblem, type JsonObject, type Problem } from '@kushk/contracts';
import { validateAgainst } from '@kushk/manifest';
import type { CaseChanges } from './case.js';

/** The people of organisations, as far as a case refers to them. */
export interface KnownPeople {
  known(organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}
export interface CaseToValidate {
  readonly organisationId: string;
  readonly schema: JsonObject;
  readonly fields: object;
  /** The JSON pointer of the fields in the request. */
  readonly path: string;
}

export class CaseValidator {
  constructor(private readonly people: KnownPeople) {}

  async problems({ organisationId, schema, fields, path }: CaseToValidate): Promise<readonly Problem[]> {
    const problems = validateAgainst(schema, fields, path);
    return problems.length > 0 ? problems : await this.unknownPeople(organisationId, fields, path);
  }

  private async unknownPeople(
    organisationId: string,
    { assignee_id, member_ids }: CaseChanges,
    path: string,
  ): Promise<Problem[]> {
    const references = (member_ids ?? []).map((id, index) => ({ id, at: `${path}/member_ids/${index}` }));
    if (assignee_id) references.push({ id: assignee_id, at: `${path}/assignee_id` });
    const ids = references.map(({ id }) => id);
    const known = await this.people.known(organisationId, ids);
    return references.filter(({ id }) => !known.has(id)).map(({ at }) => unknownPerson(at));
  }
}

export function unknownPerson(path: string): Problem {
  return requestProblem('person_unknown', path, {
    message: 'does not belong to this organisation',
    message_fa: 'عضو این سازمان نیست',
  });
}

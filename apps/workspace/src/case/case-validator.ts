/**
 * Validates the fields of a case against their schema, and checks that the people in them belong to the organisation.
 */
import { requestProblem, type JsonObject, type Problem } from '@kushk/contracts';
import { validateAgainst } from '@kushk/manifest';
import type { CaseChanges } from './case.js';

/** Looks up which person ids belong to an organisation. */
export interface KnownPeople {
  known(organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}
export interface CaseToValidate {
  readonly organisationId: string;
  readonly schema: JsonObject;
  readonly fields: object;
  /** The JSON pointer to the fields in the request. */
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

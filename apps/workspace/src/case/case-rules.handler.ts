/** What may stand in a case: the shape of its fields, and that the people they name belong to the organisation. */
import { requestProblem, type JsonObject, type Problem } from '@kushk/contracts';
import { validateAgainst } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { Members } from '../organisation/organisation.view.js';
import type { CaseChanges } from './case.js';

@Injectable()
export class CaseRules {
  constructor(private readonly members: Members) {}

  /** `path` is the JSON Pointer of the fields in the request. */
  async problems(
    organisationId: string,
    schema: JsonObject,
    fields: object,
    path: string,
  ): Promise<readonly Problem[]> {
    const problems = validateAgainst(schema, fields, path);
    return problems.length > 0 ? problems : await this.strangers(organisationId, fields as CaseChanges, path);
  }

  private async strangers(
    organisationId: string,
    { assignee_id, member_ids }: CaseChanges,
    path: string,
  ): Promise<Problem[]> {
    const named = (member_ids ?? []).map((id, index) => ({ id, at: `${path}/member_ids/${index}` }));
    if (assignee_id) named.push({ id: assignee_id, at: `${path}/assignee_id` });
    const known = await this.members.known(
      organisationId,
      named.map(({ id }) => id),
    );
    return named
      .filter(({ id }) => !known.has(id))
      .map(({ at }) =>
        requestProblem('person_unknown', at, {
          message: 'is nobody in this organisation',
          message_fa: 'عضو این سازمان نیست',
        }),
      );
  }
}

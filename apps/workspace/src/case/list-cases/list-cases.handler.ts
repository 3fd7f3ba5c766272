import { answer, no } from '@kushk/broker';
import { pageOfRows, startOf, workspace, type CaseResource, type Page, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Cases, caseToWire } from '../case.view.js';

@Controller()
export class ListCasesHandler {
  constructor(private readonly cases: Cases) {}

  @MessagePattern(workspace.listCases.subject)
  async list({
    organisation_id,
    person_id,
    limit,
    cursor,
  }: RequestOf<typeof workspace.listCases>): Promise<Outcome<Page<CaseResource>>> {
    const start = startOf(cursor);
    if (start === undefined) return no('cursor.invalid');
    const { shown, next_cursor } = pageOfRows(
      await this.cases.list(organisation_id, person_id, { start, limit: limit + 1 }),
      limit,
      (row) => row.stream_id,
    );
    return answer({ items: shown.map(caseToWire), next_cursor });
  }

  @MessagePattern(workspace.getCase.subject)
  async get({
    organisation_id,
    person_id,
    case_id,
  }: RequestOf<typeof workspace.getCase>): Promise<Outcome<CaseResource>> {
    const row = await this.cases.find(organisation_id, person_id, case_id);
    return row === null ? no('case.not_found') : answer(caseToWire(row));
  }
}

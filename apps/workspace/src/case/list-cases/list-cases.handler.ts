import { respond } from '@kushk/broker';
import { pageOfRows, keyAfterCursor, workspace, type CaseResource, type Page, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Cases, caseRowToWire } from '../case.view.js';

@Controller()
export class ListCasesHandler {
  constructor(private readonly cases: Cases) {}

  @MessagePattern(workspace.listCases.subject)
  async handle(request: RequestOf<typeof workspace.listCases>): Promise<Outcome<Page<CaseResource>>> {
    const { organisation_id, person_id, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.cases.list(organisation_id, person_id, { start, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return respond({ items: pageRows.map(caseRowToWire), next_cursor });
  }
}

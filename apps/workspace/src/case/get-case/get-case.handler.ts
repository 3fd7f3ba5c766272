import { respond } from '@kushk/broker';
import { workspace, type CaseResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Cases, caseRowToWire } from '../case.view.js';

@Controller()
export class GetCaseHandler {
  constructor(private readonly cases: Cases) {}

  @MessagePattern(workspace.getCase.subject)
  async handle(request: RequestOf<typeof workspace.getCase>): Promise<Outcome<CaseResource>> {
    const row = await this.cases.find(request.organisation_id, request.person_id, request.case_id);
    return row === null ? refuse('case.not_found') : respond(caseRowToWire(row));
  }
}

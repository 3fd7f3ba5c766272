import { respond } from '@kushk/broker';
import { workspaceRecords, type CaseResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Cases } from '../case.view.js';

@Controller()
export class GetCaseHandler {
  constructor(private readonly rows: Cases) {}

  @MessagePattern(workspaceRecords.getCase.subject)
  async handle(request: RequestOf<typeof workspaceRecords.getCase>): Promise<Outcome<CaseResource>> {
    const row = await this.rows.find(readerOf(request), request.record_id);
    return row === null ? refuse('case.not_found') : respond(recordRowToWire(row));
  }
}

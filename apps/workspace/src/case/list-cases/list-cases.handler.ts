import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceRecords,
  type CaseResource,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Cases } from '../case.view.js';

@Controller()
export class ListCasesHandler {
  constructor(private readonly cases: Cases) {}

  @MessagePattern(workspaceRecords.listCases.subject)
  async handle(request: RequestOf<typeof workspaceRecords.listCases>): Promise<Outcome<Page<CaseResource>>> {
    const { max_bytes: maxBytes, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.cases.list(readerOf(request), request, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  }
}

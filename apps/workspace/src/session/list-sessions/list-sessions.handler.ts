import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceRecords,
  type SessionSummary,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { dateOrNull, isTimeKey, timeKey } from '../../platform-record/record-reader.view.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Sessions } from '../session.view.js';

@Controller()
export class ListSessionsHandler {
  constructor(private readonly sessions: Sessions) {}

  @MessagePattern(workspaceRecords.listSessions.subject)
  async handle(request: RequestOf<typeof workspaceRecords.listSessions>): Promise<Outcome<Page<SessionSummary>>> {
    const { max_bytes: maxBytes, limit, since, until, query } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined || (start !== null && !isTimeKey(start))) return refuse('cursor.invalid');
    const filter = { since: dateOrNull(since), until: dateOrNull(until), query };
    const read = await this.sessions.list(readerOf(request), filter, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => timeKey(row.started_at, row.stream_id), itemOf: recordRowToWire }));
  }
}

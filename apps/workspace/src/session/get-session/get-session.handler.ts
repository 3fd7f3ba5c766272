import { respond } from '@kushk/broker';
import { pageOf, workspaceRecords, type RequestOf, type SessionResource } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { messageRowToWire, Sessions } from '../session.view.js';

/** The number of messages that come with a session. Earlier ones are read in pages. */
const MESSAGES = 50;

@Controller()
export class GetSessionHandler {
  constructor(private readonly sessions: Sessions) {}

  @MessagePattern(workspaceRecords.getSession.subject)
  async handle(request: RequestOf<typeof workspaceRecords.getSession>): Promise<Outcome<SessionResource>> {
    const row = await this.sessions.find(readerOf(request), request.record_id);
    if (row === null) return refuse('session.not_found');
    const newestFirst = await this.sessions.messages(row.stream_id, {
      start: null,
      limit: MESSAGES,
      maxBytes: request.max_bytes,
    });
    const { items, next_cursor } = pageOf(newestFirst, { keyOf: (each) => each.message_id, itemOf: messageRowToWire });
    return respond({ ...recordRowToWire(row), messages: items.toReversed(), earlier_messages: next_cursor });
  }
}

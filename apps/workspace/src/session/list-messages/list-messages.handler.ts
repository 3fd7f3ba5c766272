import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceRecords,
  type SessionMessageResource,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { messageRowToWire, Sessions } from '../session.view.js';

@Controller()
export class ListMessagesHandler {
  constructor(private readonly sessions: Sessions) {}

  @MessagePattern(workspaceRecords.listMessages.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.listMessages>,
  ): Promise<Outcome<Page<SessionMessageResource>>> {
    const { max_bytes: maxBytes, limit, record_id } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    if ((await this.sessions.find(readerOf(request), record_id)) === null) return refuse('session.not_found');
    const read = await this.sessions.messages(record_id, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.message_id, itemOf: messageRowToWire }));
  }
}

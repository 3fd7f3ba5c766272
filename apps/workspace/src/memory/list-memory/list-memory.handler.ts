import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceRecords,
  type MemoryResource,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Memories } from '../memory.view.js';

@Controller()
export class ListMemoryHandler {
  constructor(private readonly memories: Memories) {}

  @MessagePattern(workspaceRecords.listMemory.subject)
  async handle(request: RequestOf<typeof workspaceRecords.listMemory>): Promise<Outcome<Page<MemoryResource>>> {
    const { max_bytes: maxBytes, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.memories.list(readerOf(request), request.query, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  }
}

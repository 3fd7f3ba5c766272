import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOfRows,
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
    const { limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.memories.list(readerOf(request), request.query, { start, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return respond({ items: pageRows.map(recordRowToWire), next_cursor });
  }
}

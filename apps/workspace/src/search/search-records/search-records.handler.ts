import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOfRows,
  workspaceRecords,
  type Page,
  type RequestOf,
  type SearchedType,
  type SearchHit,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { excerptOf } from '../../text-search/excerpt.js';
import { keyOf, Search, type FoundRow } from '../search.view.js';

const ALL_TYPES: readonly SearchedType[] = ['case', 'person', 'session', 'document', 'calendar_event', 'memory'];

@Controller()
export class SearchRecordsHandler {
  constructor(private readonly records: Search) {}

  @MessagePattern(workspaceRecords.search.subject)
  async handle(request: RequestOf<typeof workspaceRecords.search>): Promise<Outcome<Page<SearchHit>>> {
    const { query, limit, types } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const found = await this.records.find(readerOf(request), query, {
      types: types ?? ALL_TYPES,
      start,
      limit: limit + 1,
    });
    const { pageRows, next_cursor } = pageOfRows(found, limit, keyOf);
    return respond({ items: pageRows.map((row) => hitOf(row, query)), next_cursor });
  }
}

function hitOf({ type, id, title, text }: FoundRow, query: string): SearchHit {
  return { type, id, title, excerpt: text === null ? null : excerptOf(text, query) };
}

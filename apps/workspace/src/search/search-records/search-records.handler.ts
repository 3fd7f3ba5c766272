import { setImmediate } from 'node:timers/promises';
import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
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
import { firstWordsOf } from '../../text-search/excerpt.js';
import { excerptsOf } from '../../text-search/excerpts.js';
import { keyOf, Search, type FoundRow } from '../search.view.js';

const ALL_TYPES: readonly SearchedType[] = ['case', 'person', 'session', 'document', 'calendar_event', 'memory'];

/** The title of a record that has none: the beginning of its text. */
const TITLE_CHARACTERS = 100;

@Controller()
export class SearchRecordsHandler {
  constructor(private readonly records: Search) {}

  @MessagePattern(workspaceRecords.search.subject)
  async handle(request: RequestOf<typeof workspaceRecords.search>): Promise<Outcome<Page<SearchHit>>> {
    const { query, types, limit, max_bytes: maxBytes } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const search = { text: query, types: types ?? ALL_TYPES };
    const read = await this.records.find(readerOf(request), search, { start, limit, maxBytes });
    const texts = read.rows.map(({ text }) => text);
    const excerpts = await excerptsOf(texts, query, setImmediate);
    const hits = read.rows.map((row, index) => hitOf(row, excerpts[index] ?? null));
    return respond(pageOf({ ...read, rows: hits }, { keyOf, itemOf: (hit) => hit }));
  }
}

function hitOf({ type, id, title, text }: FoundRow, excerpt: string | null): SearchHit {
  return { type, id, title: title ?? firstWordsOf(text ?? '', TITLE_CHARACTERS), excerpt };
}

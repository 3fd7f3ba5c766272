import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords, type SearchedType, type SearchHit } from '@kushk/contracts';
import { setImmediate } from 'node:timers/promises';
import { readerOf } from '../../platform-record/reader.js';
import { firstWordsOf } from '../../text-search/excerpt.js';
import { excerptsOf } from '../../text-search/excerpts.js';
import { keyOf, Search, type FoundRow } from '../search.view.js';

const ALL_TYPES: readonly SearchedType[] = ['case', 'person', 'session', 'document', 'calendar_event', 'memory'];

/** The title of a record that has none: the beginning of its text. */
const TITLE_CHARACTERS = 100;

export const SearchRecordsHandler = pageHandler(
  workspaceRecords.search,
  { records: Search },
  async (request, { records }, start) => {
    const { query, types, limit, max_bytes: maxBytes } = request;
    const search = { text: query, types: types ?? ALL_TYPES };
    const read = await records.find(readerOf(request), search, { start, limit, maxBytes });
    const texts = read.rows.map(({ text }) => text);
    const excerpts = await excerptsOf(texts, query, setImmediate);
    const hits = read.rows.map((row, index) => hitOf(row, excerpts[index] ?? null));
    return respond(pageOf({ ...read, rows: hits }, { keyOf, itemOf: (hit) => hit }));
  },
);

function hitOf({ type, id, title, text }: FoundRow, excerpt: string | null): SearchHit {
  return { type, id, title: title ?? firstWordsOf(text ?? '', TITLE_CHARACTERS), excerpt };
}

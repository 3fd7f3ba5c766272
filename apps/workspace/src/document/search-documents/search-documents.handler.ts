import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords, type DocumentSummary } from '@kushk/contracts';
import { setImmediate } from 'node:timers/promises';
import { readerOf } from '../../platform-record/reader.js';
import { excerptsOf } from '../../text-search/excerpts.js';
import { Documents, type FoundDocument } from '../document.view.js';

export const SearchDocumentsHandler = pageHandler(
  workspaceRecords.searchDocuments,
  { documents: Documents },
  async (request, { documents }, start) => {
    const { max_bytes: maxBytes, limit, query } = request;
    const read = await documents.search(readerOf(request), request, { start, limit, maxBytes });
    const texts = read.rows.map(({ text }) => text);
    const excerpts = await excerptsOf(texts, query ?? '', setImmediate);
    const rows = read.rows.map((row, index) => summaryOf(row, excerpts[index] ?? ''));
    return respond(pageOf({ ...read, rows }, { keyOf: ({ id }) => id, itemOf: (summary) => summary }));
  },
);

function summaryOf({ text: _text, created_at, updated_at, ...row }: FoundDocument, excerpt: string): DocumentSummary {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    excerpt,
  };
}

import { setImmediate } from 'node:timers/promises';
import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceRecords,
  type DocumentSummary,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { excerptsOf } from '../../text-search/excerpts.js';
import { Documents, type FoundDocument } from '../document.view.js';

@Controller()
export class SearchDocumentsHandler {
  constructor(private readonly documents: Documents) {}

  @MessagePattern(workspaceRecords.searchDocuments.subject)
  async handle(request: RequestOf<typeof workspaceRecords.searchDocuments>): Promise<Outcome<Page<DocumentSummary>>> {
    const { max_bytes: maxBytes, limit, query } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.documents.search(readerOf(request), request, { start, limit, maxBytes });
    const texts = read.rows.map(({ text }) => text);
    const excerpts = await excerptsOf(texts, query, setImmediate);
    const rows = read.rows.map((row, index) => summaryOf(row, excerpts[index] ?? ''));
    return respond(pageOf({ ...read, rows }, { keyOf: ({ id }) => id, itemOf: (summary) => summary }));
  }
}

function summaryOf({ text: _text, created_at, updated_at, ...row }: FoundDocument, excerpt: string): DocumentSummary {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    excerpt,
  };
}

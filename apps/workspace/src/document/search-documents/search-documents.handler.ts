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
import { excerptOf } from '../../text-search/excerpt.js';
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
    return respond(pageOf(read, { keyOf: ({ id }) => id, itemOf: (row) => summaryOf(row, query) }));
  }
}

function summaryOf({ text, created_at, updated_at, ...row }: FoundDocument, query: string): DocumentSummary {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    excerpt: excerptOf(text, query),
  };
}

import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceRecords,
  type DocumentResource,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Documents } from '../document.view.js';

@Controller()
export class ListDocumentsHandler {
  constructor(private readonly documents: Documents) {}

  @MessagePattern(workspaceRecords.listDocuments.subject)
  async handle(request: RequestOf<typeof workspaceRecords.listDocuments>): Promise<Outcome<Page<DocumentResource>>> {
    const { max_bytes: maxBytes, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.documents.list(readerOf(request), request, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  }
}

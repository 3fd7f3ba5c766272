import { respond } from '@kushk/broker';
import { workspaceRecords, type DocumentResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Documents } from '../document.view.js';

@Controller()
export class GetDocumentHandler {
  constructor(private readonly rows: Documents) {}

  @MessagePattern(workspaceRecords.getDocument.subject)
  async handle(request: RequestOf<typeof workspaceRecords.getDocument>): Promise<Outcome<DocumentResource>> {
    const row = await this.rows.find(readerOf(request), request.record_id);
    return row === null ? refuse('document.not_found') : respond(recordRowToWire(row));
  }
}

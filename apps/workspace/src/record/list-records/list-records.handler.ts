import { respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspace, type Page, type RecordResource, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { installationStream, schemaOf } from '../../installation/installation.js';
import { Records, recordRowToWire } from '../record.view.js';

@Controller()
export class ListRecordsHandler {
  constructor(
    private readonly store: EventStore,
    private readonly records: Records,
  ) {}

  @MessagePattern(workspace.listRecords.subject)
  async handle(request: RequestOf<typeof workspace.listRecords>): Promise<Outcome<Page<RecordResource>>> {
    const { installation_id, type, limit } = request;
    const { state: installation } = await this.store.load(streamRef(installationStream, installation_id));
    if (schemaOf(installation, type) === null) return refuse('record.type_not_found', { type });
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.records.list(installation_id, type, { start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.external_id, itemOf: recordRowToWire }));
  }
}

import { respond } from '@kushk/broker';
import { workspace, type RecordResource, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { installationStream, schemaOf } from '../../installation/installation.js';
import { isExternalId } from '../record.js';
import { Records, recordRowToWire } from '../record.view.js';

@Controller()
export class GetRecordHandler {
  constructor(
    private readonly store: EventStore,
    private readonly records: Records,
  ) {}

  @MessagePattern(workspace.getRecord.subject)
  async handle(request: RequestOf<typeof workspace.getRecord>): Promise<Outcome<RecordResource>> {
    const { installation_id, type, external_id } = request;
    const { state: installation } = await this.store.load(streamRef(installationStream, installation_id));
    if (schemaOf(installation, type) === null) return refuse('record.type_not_found', { type });
    if (!isExternalId(external_id)) return refuse('record.not_found');
    const row = await this.records.find(installation_id, type, external_id);
    return row === null ? refuse('record.not_found') : respond(recordRowToWire(row));
  }
}

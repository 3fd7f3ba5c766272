import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type RequestOf } from '@kushk/contracts';
import { forStream, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { installationStream, schemaOf } from '../../installation/installation.js';
import { isExternalId, recordKey, recordStream } from '../record.js';
import { deleteRecord } from './delete-record.js';

@Controller()
export class DeleteRecordHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspace.deleteRecord.subject)
  async handle(request: RequestOf<typeof workspace.deleteRecord>, context: RequestContext): Promise<Outcome<null>> {
    const { installation_id, type, external_id } = request;
    // A repeated request gets the stored reply without validation, because the record type may have been removed
    // since the first attempt.
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<null>(idempotency);
    if (stored !== null) return stored;
    const { state: installation } = await this.store.load(streamRef(installationStream, installation_id));
    if (schemaOf(installation, type) === null) return refuse('record.type_not_found', { type });
    if (!isExternalId(external_id)) return refuse('record.not_found');
    const command = { ifMatch: request.if_match, at: now().toISOString() };
    return await this.store.run({
      name: 'DeleteRecord',
      streams: { record: streamRef(recordStream, recordKey(installation_id, type, external_id)) },
      decide: ({ record }) => forStream('record', deleteRecord(command, record)),
      idempotency,
      meta: metaOf(context),
    });
  }
}

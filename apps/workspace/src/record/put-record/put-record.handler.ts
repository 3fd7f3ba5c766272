import { createHash } from 'node:crypto';
import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { jsonTextOf, workspace, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { forStream, mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { installationStream, schemaOf } from '../../installation/installation.js';
import { EXTERNAL_ID_MAX_CHARACTERS, isExternalId, recordKey, recordStream } from '../record.js';
import { recordToWire } from '../record.view.js';
import { putRecord, type PutRecord } from './put-record.js';

@Controller()
export class PutRecordHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspace.putRecord.subject)
  async handle(
    request: RequestOf<typeof workspace.putRecord>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof workspace.putRecord>>> {
    const { installation_id: installationId, type: recordType, external_id: externalId } = request;
    // A repeated request gets the stored reply without validation, because the schema may have changed since the
    // first attempt.
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<ReplyOf<typeof workspace.putRecord>>(idempotency);
    if (stored !== null) return stored;
    if (!isExternalId(externalId)) return refuse('record.external_id_invalid', { max: EXTERNAL_ID_MAX_CHARACTERS });
    const { state: installation } = await this.store.load(streamRef(installationStream, installationId));
    const command: PutRecord = {
      installationId,
      recordType,
      externalId,
      data: request.data,
      dataHash: createHash('sha256').update(jsonTextOf(request.data)).digest('base64url'),
      schema: schemaOf(installation, recordType),
      ifMatch: request.if_match,
      at: now().toISOString(),
    };
    return await this.store.run({
      name: 'PutRecord',
      streams: { record: streamRef(recordStream, recordKey(installationId, recordType, externalId)) },
      decide: (states) =>
        forStream(
          'record',
          mapReply(putRecord(command, states.record), ({ record, created }) => ({ ...recordToWire(record), created })),
        ),
      idempotency,
      meta: metaOf(context),
    });
  }
}

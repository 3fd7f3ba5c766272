import { commandHandler } from '@kushk/broker';
import { jsonTextOf, tehranDayOf, workspace, type ReplyOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now } from '@kushk/runtime';
import { Evaluator } from '@kushk/runtime/evaluation';
import { createHash } from 'node:crypto';
import { installationStream, schemaOf, typeNotFound } from '../../installation/installation.js';
import { EXTERNAL_ID_MAX_CHARACTERS, isExternalId, recordKey, recordStream } from '../record.js';
import { recordQuotaStream } from '../record-quota.js';
import { recordToWire } from '../record.view.js';
import { putRecord, type PutRecord } from './put-record.js';

export const PutRecordHandler = commandHandler(
  workspace.putRecord,
  { store: EventStore, evaluator: Evaluator, config: CONFIG },
  async (request, { store, evaluator, config }, { run, idempotency }) => {
    const { installation_id: installationId, type: recordType, external_id: externalId } = request;
    // A repeated request gets the stored reply without validation, because the schema may have changed since the
    // first attempt.
    const stored = await store.findReply<ReplyOf<typeof workspace.putRecord>>(idempotency);
    if (stored !== null) return stored;
    if (!isExternalId(externalId)) return refuse('record.external_id_invalid', { max: EXTERNAL_ID_MAX_CHARACTERS });
    const { state: installation } = await store.load(streamRef(installationStream, installationId));
    const schema = schemaOf(installation, recordType);
    if (schema === null) return typeNotFound(installation, recordType);
    const problems = await evaluator.run(installationId, 'validateAgainst', schema, request.data, '/data');
    if (problems.length > 0) return refuse('record.invalid', { problems });
    const text = jsonTextOf(request.data);
    const at = now();
    const command: PutRecord = {
      installationId,
      recordType,
      externalId,
      data: request.data,
      dataHash: createHash('sha256').update(text).digest('base64url'),
      dataBytes: Buffer.byteLength(text),
      quotas: config.quotas,
      ifMatch: request.if_match,
      at: at.toISOString(),
      day: tehranDayOf(at),
    };
    return run({
      name: 'PutRecord',
      streams: {
        quota: streamRef(recordQuotaStream, installationId),
        record: streamRef(recordStream, recordKey(installationId, recordType, externalId)),
      },
      command,
      decide: (command, states) =>
        mapReply(putRecord(command, states), ({ record, created }) => ({ ...recordToWire(record), created })),
    });
  },
);

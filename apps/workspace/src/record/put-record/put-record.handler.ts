import { commandHandler } from '@kushk/broker';
import { jsonTextOf, workspace, type ReplyOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Evaluator } from '@kushk/runtime/evaluation';
import { createHash } from 'node:crypto';
import { installationStream, schemaOf } from '../../installation/installation.js';
import { EXTERNAL_ID_MAX_CHARACTERS, isExternalId, recordKey, recordStream } from '../record.js';
import { recordToWire } from '../record.view.js';
import { putRecord, SCHEMA_CHANGED, type CheckedData } from './put-record.js';

/** The data is checked again when the plugin was updated after the check. */
const MAX_CHECKS = 5;

export const PutRecordHandler = commandHandler(
  workspace.putRecord,
  { store: EventStore, evaluator: Evaluator },
  async (request, { store, evaluator }, { run, idempotency }) => {
    const { installation_id: installationId, type: recordType, external_id: externalId } = request;
    // A repeated request gets the stored reply without validation, because the schema may have changed since the
    // first attempt.
    const stored = await store.findReply<ReplyOf<typeof workspace.putRecord>>(idempotency);
    if (stored !== null) return stored;
    if (!isExternalId(externalId)) return refuse('record.external_id_invalid', { max: EXTERNAL_ID_MAX_CHARACTERS });
    const content = {
      installationId,
      recordType,
      externalId,
      data: request.data,
      dataHash: createHash('sha256').update(jsonTextOf(request.data)).digest('base64url'),
      ifMatch: request.if_match,
    };
    const streams = {
      record: streamRef(recordStream, recordKey(installationId, recordType, externalId)),
      installation: streamRef(installationStream, installationId),
    };
    const check = async (): Promise<CheckedData> => {
      const { state: installation } = await store.load(streams.installation);
      const schema = schemaOf(installation, recordType);
      if (schema === null) return { schema, problems: [] };
      return {
        schema,
        problems: await evaluator.run(installationId, 'validateAgainst', schema, request.data, '/data'),
      };
    };
    for (let checks = 1; checks <= MAX_CHECKS; checks += 1) {
      const outcome = await run({
        name: 'PutRecord',
        streams,
        command: { ...content, checked: await check(), at: now().toISOString() },
        decide: (command, states) =>
          mapReply(putRecord(command, states), ({ record, created }) => ({ ...recordToWire(record), created })),
      });
      if (outcome.accepted || outcome.refusal.code !== SCHEMA_CHANGED) return outcome;
    }
    throw new StoreBusy('the plugin is updated faster than a record can be checked');
  },
);

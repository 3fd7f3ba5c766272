import { commandHandler } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { installationStream, schemaOf, typeNotFound } from '../../installation/installation.js';
import { isExternalId, recordKey, recordStream } from '../record.js';
import { recordQuotaStream } from '../record-quota.js';
import { deleteRecord } from './delete-record.js';

export const DeleteRecordHandler = commandHandler(
  workspace.deleteRecord,
  { store: EventStore },
  async (request, { store }, { run, idempotency }) => {
    const { installation_id, type, external_id } = request;
    // A repeated request gets the stored reply without validation, because the record type may have been removed
    // since the first attempt.
    const stored = await store.findReply<null>(idempotency);
    if (stored !== null) return stored;
    const { state: installation } = await store.load(streamRef(installationStream, installation_id));
    if (schemaOf(installation, type) === null) return typeNotFound(installation, type);
    if (!isExternalId(external_id)) return refuse('record.not_found');
    return run({
      name: 'DeleteRecord',
      streams: {
        quota: streamRef(recordQuotaStream, installation_id),
        record: streamRef(recordStream, recordKey(installation_id, type, external_id)),
      },
      command: { ifMatch: request.if_match, at: now().toISOString() },
      decide: (command, states) => deleteRecord(command, states),
    });
  },
);

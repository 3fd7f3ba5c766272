import { meetsCondition, NO_REVISION, type JsonObject, type RevisionCondition } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision, type Refused } from '@kushk/decider';
import type { PluginRecord, RecordContent, RecordFact } from '../record.js';
import { recordSize, writtenOn, type RecordQuota, type RecordQuotaFact, type RecordQuotas } from '../record-quota.js';

export interface PutRecord {
  readonly installationId: string;
  readonly recordType: string;
  readonly externalId: string;
  readonly data: JsonObject;
  /** The hash of the data as JSON. */
  readonly dataHash: string;
  /** Bytes of the data as JSON. */
  readonly dataBytes: number;
  readonly quotas: RecordQuotas;
  readonly ifMatch: RevisionCondition;
  readonly at: string;
  /** The day of `at` in Tehran. */
  readonly day: string;
}
interface States {
  readonly quota: RecordQuota;
  readonly record: PluginRecord;
}
interface Facts {
  readonly quota: readonly RecordQuotaFact[];
  readonly record: readonly RecordFact[];
}
interface PutResult {
  readonly record: Omit<RecordContent, 'data'>;
  readonly created: boolean;
}

/** Writes a whole record, whose data matches the schema of its type. Writing the same data again changes nothing. */
export function putRecord(command: PutRecord, states: States): Decision<Facts, PutResult> {
  const { record } = states;
  const { dataHash, ifMatch } = command;
  switch (record.status) {
    case 'absent':
    case 'deleted':
      if (!meetsCondition(ifMatch, NO_REVISION)) return refuse('record.revision_conflict', { revision: null });
      return write(command, states, {
        revision: record.status === 'deleted' ? record.revision + 1 : 1,
        createdAt: null,
      });
    case 'present':
      if (!meetsCondition(ifMatch, record.revision))
        return refuse('record.revision_conflict', { revision: record.revision });
      if (record.dataHash === dataHash) return accept({ quota: [], record: [] }, { record, created: false });
      return write(command, states, { revision: record.revision + 1, createdAt: record.createdAt });
    default:
      return unreachable(record);
  }
}

function write(
  command: PutRecord,
  { quota, record }: States,
  { revision, createdAt }: { readonly revision: number; readonly createdAt: string | null },
): Decision<Facts, PutResult> {
  const { installationId, recordType, externalId, data, dataHash, dataBytes, quotas, day, at } = command;
  const writtenBytes = recordSize(command);
  const storedBytes = writtenBytes - (record.status === 'present' ? recordSize(record) : 0);
  const counted = { storedBytes, writtenBytes, day };
  const refusal = quotaRefusal(quota, counted, quotas);
  if (refusal !== null) return refusal;
  const content = { installationId, recordType, externalId, dataHash, dataBytes, revision };
  return accept(
    {
      quota: [{ type: 'RecordWriteCounted', data: counted }],
      record: [{ type: 'RecordWritten', data: { ...content, data, at } }],
    },
    { record: { ...content, createdAt: createdAt ?? at, updatedAt: at }, created: createdAt === null },
  );
}

/** Returns the refusal of a write, or null when there is room for it. A record that shrinks always fits. */
function quotaRefusal(
  quota: RecordQuota,
  { storedBytes, writtenBytes, day }: Extract<RecordQuotaFact, { type: 'RecordWriteCounted' }>['data'],
  quotas: RecordQuotas,
): Refused | null {
  const { record_bytes, record_bytes_per_day } = quotas;
  if (storedBytes > 0 && quota.storedBytes + storedBytes > record_bytes)
    return refuse('quota.exceeded', { quota: 'record_bytes', limit: record_bytes, used: quota.storedBytes });
  const used = writtenOn(day, quota);
  if (used + writtenBytes > record_bytes_per_day)
    return refuse('quota.exceeded', { quota: 'record_bytes_per_day', limit: record_bytes_per_day, used });
  return null;
}

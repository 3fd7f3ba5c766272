import { meetsCondition, NO_REVISION, type JsonObject, type RevisionCondition } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { PluginRecord, RecordContent, RecordFact } from '../record.js';

export interface PutRecord {
  readonly installationId: string;
  readonly recordType: string;
  readonly externalId: string;
  readonly data: JsonObject;
  /** The hash of the data as JSON. */
  readonly dataHash: string;
  readonly ifMatch: RevisionCondition;
  readonly at: string;
}
interface PutResult {
  readonly record: Omit<RecordContent, 'data'>;
  readonly created: boolean;
}

/** Writes a whole record, whose data matches the schema of its type. Writing the same data again changes nothing. */
export function putRecord(command: PutRecord, record: PluginRecord): Decision<RecordFact[], PutResult> {
  const { dataHash, ifMatch } = command;
  switch (record.status) {
    case 'absent':
    case 'deleted':
      if (!meetsCondition(ifMatch, NO_REVISION)) return refuse('record.revision_conflict', { revision: null });
      return write(command, { revision: record.status === 'deleted' ? record.revision + 1 : 1, createdAt: null });
    case 'present':
      if (!meetsCondition(ifMatch, record.revision))
        return refuse('record.revision_conflict', { revision: record.revision });
      if (record.dataHash === dataHash) return accept([], { record, created: false });
      return write(command, { revision: record.revision + 1, createdAt: record.createdAt });
    default:
      return unreachable(record);
  }
}

function write(
  { installationId, recordType, externalId, data, dataHash, at }: PutRecord,
  { revision, createdAt }: { readonly revision: number; readonly createdAt: string | null },
): Decision<RecordFact[], PutResult> {
  const content = { installationId, recordType, externalId, dataHash, revision };
  return accept([{ type: 'RecordWritten', data: { ...content, data, at } }], {
    record: { ...content, createdAt: createdAt ?? at, updatedAt: at },
    created: createdAt === null,
  });
}

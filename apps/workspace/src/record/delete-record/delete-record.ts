import { meetsCondition, type RevisionCondition } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { PluginRecord, RecordFact } from '../record.js';
import { recordSize, type RecordQuotaFact } from '../record-quota.js';

export interface DeleteRecord {
  readonly ifMatch: RevisionCondition;
  readonly at: string;
}

interface Facts {
  readonly quota: readonly RecordQuotaFact[];
  readonly record: readonly RecordFact[];
}

/** Deletes a record. Its data no longer counts for the installation. */
export function deleteRecord(
  { ifMatch, at }: DeleteRecord,
  { record }: { readonly record: PluginRecord },
): Decision<Facts, null> {
  switch (record.status) {
    case 'absent':
    case 'deleted':
      return refuse('record.not_found');
    case 'present':
      if (!meetsCondition(ifMatch, record.revision))
        return refuse('record.revision_conflict', { revision: record.revision });
      return accept(
        {
          quota: [{ type: 'RecordDeletionCounted', data: { freedBytes: recordSize(record) } }],
          record: [{ type: 'RecordDeleted', data: { at } }],
        },
        null,
      );
    default:
      return unreachable(record);
  }
}

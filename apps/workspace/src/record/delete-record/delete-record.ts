import { meetsCondition, type RevisionCondition } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { PluginRecord, RecordFact } from '../record.js';

export interface DeleteRecord {
  readonly ifMatch: RevisionCondition;
  readonly at: string;
}

export function deleteRecord({ ifMatch, at }: DeleteRecord, record: PluginRecord): Decision<RecordFact[], null> {
  switch (record.status) {
    case 'absent':
    case 'deleted':
      return refuse('record.not_found');
    case 'present':
      if (!meetsCondition(ifMatch, record.revision))
        return refuse('record.revision_conflict', { revision: record.revision });
      return accept([{ type: 'RecordDeleted', data: { at } }], null);
    default:
      return unreachable(record);
  }
}

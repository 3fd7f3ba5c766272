import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { PluginRecord, RecordFact } from '../record.js';

export interface DeleteRecord {
  /** The revision that the plugin has read; null deletes the record at any revision. */
  readonly ifMatch: number | null;
  readonly at: string;
}

export function deleteRecord({ ifMatch, at }: DeleteRecord, record: PluginRecord): Decision<RecordFact[], null> {
  switch (record.status) {
    case 'absent':
    case 'deleted':
      return refuse('record.not_found');
    case 'present':
      if (ifMatch !== null && record.revision !== ifMatch)
        return refuse('record.revision_conflict', { revision: record.revision });
      return accept([{ type: 'RecordDeleted', data: { at } }], null);
    default:
      return unreachable(record);
  }
}

import { accept, refuse, type Decision } from '@kushk/decider';
import type { PluginRecord, RecordFact } from '../record.js';

/** Deletes a record; one that is not there (any more) is `record.not_found` (contract §8). */
export function deleteRecord(
  command: { readonly ifMatch: number | null; readonly at: string },
  record: PluginRecord,
): Decision<RecordFact[], null> {
  if (record.status === 'absent') return refuse('record.not_found');
  const { ifMatch, at } = command;
  if (ifMatch !== null && record.revision !== ifMatch)
    return refuse('record.revision_conflict', { revision: record.revision });
  return accept([{ type: 'RecordDeleted', data: { at } }], null);
}

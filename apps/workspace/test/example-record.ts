/** The record that the unit tests of the workspace use. */
import type { RecordFact } from '../src/record/record.js';

export const at = '2026-11-20T09:00:00.000Z';
export const written = (total: string, revision: number): RecordFact => ({
  type: 'RecordWritten',
  data: {
    installationId: 'ins_1',
    recordType: 'invoice',
    externalId: 'inv-7',
    data: { total },
    dataHash: `hash of ${total}`,
    revision,
    at,
  },
});
export const deleted: RecordFact = { type: 'RecordDeleted', data: { at } };

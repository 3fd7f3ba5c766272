/** The record that the unit tests of the workspace use. */
import type { RecordFact } from '../src/record/record.js';
import { recordSize, type RecordQuotaFact } from '../src/record/record-quota.js';

export const at = '2026-11-20T09:00:00.000Z';
/** The size of the data of every example, and that of a record in the quota. */
export const DATA_BYTES = 100;
export const BYTES = recordSize({ dataBytes: DATA_BYTES });
export const written = (total: string, revision: number): RecordFact => ({
  type: 'RecordWritten',
  data: {
    installationId: 'ins_1',
    recordType: 'invoice',
    externalId: 'inv-7',
    data: { total },
    dataHash: `hash of ${total}`,
    dataBytes: DATA_BYTES,
    revision,
    at,
  },
});
export const deleted: RecordFact = { type: 'RecordDeleted', data: { at } };
export const counted = (storedBytes: number, writtenBytes = BYTES, day = '2026-11-20'): RecordQuotaFact => ({
  type: 'RecordWriteCounted',
  data: { storedBytes, writtenBytes, day },
});
export const freed: RecordQuotaFact = { type: 'RecordDeletionCounted', data: { freedBytes: BYTES } };

import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, BYTES, counted, deleted, freed, written } from '../../../test/example-record.js';
import { recordStream, type RecordFact } from '../record.js';
import { recordQuotaStream } from '../record-quota.js';
import { deleteRecord } from './delete-record.js';

type States = Parameters<typeof deleteRecord>[1];
const deleteAt = (ifMatch: number | null) => (states: States) => deleteRecord({ ifMatch, at }, states);
const givenRecord = (...facts: RecordFact[]) =>
  given({ quota: [recordQuotaStream, counted(3 * BYTES)], record: [recordStream, ...facts] });

describe('deleteRecord', () => {
  it('deletes the record at the revision in If-Match, or at any revision without If-Match, and frees its bytes', () => {
    givenRecord(written('1', 1))
      .when(deleteAt(1))
      .thenFacts(freed, deleted)
      .thenState({ record: { status: 'deleted', revision: 1 }, quota: { storedBytes: 2 * BYTES } });
    givenRecord(written('1', 1)).when(deleteAt(null)).thenFacts(freed, deleted);
  });

  it('rejects a deletion based on another revision', () => {
    givenRecord(written('1', 1)).when(deleteAt(2)).thenRefuses('record.revision_conflict', { revision: 1 });
  });

  it('rejects a record that does not exist or was deleted', () => {
    givenRecord().when(deleteAt(null)).thenRefuses('record.not_found');
    givenRecord(written('1', 1), deleted).when(deleteAt(null)).thenRefuses('record.not_found');
  });
});

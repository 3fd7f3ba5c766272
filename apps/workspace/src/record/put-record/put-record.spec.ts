import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, BYTES, counted, DATA_BYTES, deleted, freed, written } from '../../../test/example-record.js';
import { recordStream, type RecordFact } from '../record.js';
import { recordQuotaStream, type RecordQuotaFact } from '../record-quota.js';
import { putRecord, type PutRecord } from './put-record.js';

const command: PutRecord = {
  installationId: 'ins_1',
  recordType: 'invoice',
  externalId: 'inv-7',
  data: { total: '1' },
  dataHash: 'hash of 1',
  dataBytes: DATA_BYTES,
  quotas: { record_bytes: 3 * BYTES, record_bytes_per_day: 5 * BYTES },
  ifMatch: null,
  at,
  day: '2026-11-20',
};
type States = Parameters<typeof putRecord>[1];
const put =
  (total: string, overrides: Partial<PutRecord> = {}) =>
  (states: States) =>
    putRecord({ ...command, data: { total }, dataHash: `hash of ${total}`, ...overrides }, states);
const givenRecord = (...facts: RecordFact[]) => given({ quota: [recordQuotaStream], record: [recordStream, ...facts] });
const givenQuota = (...facts: RecordQuotaFact[]) =>
  given({ quota: [recordQuotaStream, ...facts], record: [recordStream] });

describe('putRecord', () => {
  it('creates a record at revision 1 and increments the revision with every change', () => {
    givenRecord()
      .when(put('1'))
      .thenFacts(counted(BYTES), written('1', 1))
      .thenReplies({ created: true, record: { revision: 1 } })
      .when(put('2'))
      .thenFacts(counted(0), written('2', 2))
      .thenReplies({ created: false, record: { revision: 2 } });
  });

  it('appends no fact when the data is the same', () => {
    givenRecord(written('1', 1))
      .when(put('1'))
      .thenFacts()
      .thenReplies({ created: false, record: { revision: 1 } });
  });

  it('rejects a write based on another revision', () => {
    givenRecord(written('1', 1))
      .when(put('2', { ifMatch: 1 }))
      .thenFacts(counted(0), written('2', 2));
    givenRecord(written('1', 1), written('2', 2))
      .when(put('3', { ifMatch: 1 }))
      .thenRefuses('record.revision_conflict', { revision: 2 });
    givenRecord()
      .when(put('1', { ifMatch: 1 }))
      .thenRefuses('record.revision_conflict', { revision: null });
  });

  it('creates a record but never overwrites one when the expected revision is 0', () => {
    givenRecord()
      .when(put('1', { ifMatch: 0 }))
      .thenFacts(counted(BYTES), written('1', 1));
    givenRecord(written('1', 1), deleted)
      .when(put('2', { ifMatch: 0 }))
      .thenFacts(counted(BYTES), written('2', 2));
    givenRecord(written('1', 1))
      .when(put('1', { ifMatch: 0 }))
      .thenRefuses('record.revision_conflict', { revision: 1 });
  });

  it('continues the revisions of a deleted record, so that an old revision never matches by accident', () => {
    givenRecord(written('1', 1), deleted)
      .when(put('1'))
      .thenFacts(counted(BYTES), written('1', 2))
      .thenReplies({ created: true, record: { revision: 2 } });
    givenRecord(written('1', 1), deleted)
      .when(put('1', { ifMatch: 1 }))
      .thenRefuses('record.revision_conflict', { revision: null });
  });

  it('refuses a record for which the installation has no room, until another one is deleted', () => {
    const full = [counted(BYTES), counted(BYTES), counted(BYTES)];
    givenQuota(...full)
      .when(put('1'))
      .thenRefuses('quota.exceeded', { quota: 'record_bytes', limit: 3 * BYTES, used: 3 * BYTES });
    givenQuota(...full, freed)
      .when(put('1'))
      .thenState({ quota: { storedBytes: 3 * BYTES } });
  });

  it('lets a record shrink or keep its size, and counts only what it has more than before', () => {
    const overfull = {
      quota: [recordQuotaStream, counted(4 * BYTES)],
      record: [recordStream, written('1', 1)],
    } as const;
    given(overfull)
      .when(put('2', { dataBytes: DATA_BYTES - 1 }))
      .thenState({ quota: { storedBytes: 4 * BYTES - 1 } });
    given(overfull)
      .when(put('2'))
      .thenState({ quota: { storedBytes: 4 * BYTES } });
    given(overfull)
      .when(put('2', { dataBytes: DATA_BYTES + 1 }))
      .thenRefuses('quota.exceeded');
  });

  it('refuses a write when the installation has written too much on this day of Tehran', () => {
    const rewritten = [1, 2, 3, 4, 5].map(() => counted(0));
    givenQuota(...rewritten)
      .when(put('1'))
      .thenRefuses('quota.exceeded', { quota: 'record_bytes_per_day', limit: 5 * BYTES, used: 5 * BYTES });
    givenQuota(...rewritten)
      .when(put('1', { day: '2026-11-21' }))
      .thenState({ quota: { day: '2026-11-21', writtenBytes: BYTES } });
  });
});

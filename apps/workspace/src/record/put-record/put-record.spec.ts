import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, deleted, written } from '../../../test/example-record.js';
import { recordStream, type PluginRecord } from '../record.js';
import { putRecord, type PutRecord } from './put-record.js';

const command: PutRecord = {
  installationId: 'ins_1',
  recordType: 'invoice',
  externalId: 'inv-7',
  data: { total: '1' },
  dataHash: 'hash of 1',
  ifMatch: null,
  at,
};
const put =
  (total: string, overrides: Partial<PutRecord> = {}) =>
  (record: PluginRecord) =>
    putRecord({ ...command, data: { total }, dataHash: `hash of ${total}`, ...overrides }, record);

describe('putRecord', () => {
  it('creates a record at revision 1 and increments the revision with every change', () => {
    given(recordStream)
      .when(put('1'))
      .thenFacts(written('1', 1))
      .thenReplies({ created: true, record: { revision: 1 } })
      .when(put('2'))
      .thenFacts(written('2', 2))
      .thenReplies({ created: false, record: { revision: 2 } });
  });

  it('appends no fact when the data is the same', () => {
    given(recordStream, written('1', 1))
      .when(put('1'))
      .thenFacts()
      .thenReplies({ created: false, record: { revision: 1 } });
  });

  it('rejects a write based on another revision', () => {
    given(recordStream, written('1', 1))
      .when(put('2', { ifMatch: 1 }))
      .thenFacts(written('2', 2));
    given(recordStream, written('1', 1), written('2', 2))
      .when(put('3', { ifMatch: 1 }))
      .thenRefuses('record.revision_conflict', { revision: 2 });
    given(recordStream)
      .when(put('1', { ifMatch: 1 }))
      .thenRefuses('record.revision_conflict', { revision: null });
  });

  it('creates a record but never overwrites one when the expected revision is 0', () => {
    given(recordStream)
      .when(put('1', { ifMatch: 0 }))
      .thenFacts(written('1', 1));
    given(recordStream, written('1', 1), deleted)
      .when(put('2', { ifMatch: 0 }))
      .thenFacts(written('2', 2));
    given(recordStream, written('1', 1))
      .when(put('1', { ifMatch: 0 }))
      .thenRefuses('record.revision_conflict', { revision: 1 });
  });

  it('continues the revisions of a deleted record, so that an old revision never matches by accident', () => {
    given(recordStream, written('1', 1), deleted)
      .when(put('1'))
      .thenFacts(written('1', 2))
      .thenReplies({ created: true, record: { revision: 2 } });
    given(recordStream, written('1', 1), deleted)
      .when(put('1', { ifMatch: 1 }))
      .thenRefuses('record.revision_conflict', { revision: null });
  });
});

import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing';
import { deleteRecord } from './delete-record/delete-record.js';
import { putRecord, type PutRecord } from './put-record/put-record.js';
import { recordStream, type RecordFact } from './record.js';

const at = '2026-11-20T09:00:00.000Z';
const schema = { type: 'object', properties: { total: { type: 'string' } }, required: ['total'] };
const put = (total: unknown, more: Partial<PutRecord> = {}): PutRecord => ({
  installationId: 'ins_1',
  recordType: 'invoice',
  externalId: 'inv-7',
  data: { total: total as string },
  schema,
  ifMatch: null,
  at,
  ...more,
});
const written = (total: string, revision: number): RecordFact => ({
  type: 'RecordWritten',
  data: { installationId: 'ins_1', recordType: 'invoice', externalId: 'inv-7', data: { total }, revision, at },
});
const deleted: RecordFact = { type: 'RecordDeleted', data: { at } };

describe('a record of a plugin', () => {
  it('is made, written again with the next revision, and left alone by the same data', () => {
    given(recordStream)
      .when((state) => putRecord(put('1'), state))
      .thenFacts(written('1', 1))
      .thenReplies({ created: true, record: { revision: 1 } });
    given(recordStream, written('1', 1))
      .when((state) => putRecord(put('2'), state))
      .thenFacts(written('2', 2))
      .thenReplies({ created: false });
    given(recordStream, written('1', 1))
      .when((state) => putRecord(put('1'), state))
      .thenFacts()
      .thenReplies({ created: false, record: { revision: 1 } });
  });

  it('fits the schema of its type, and has one', () => {
    given(recordStream)
      .when((state) => putRecord(put(1), state))
      .thenRefuses('record.invalid');
    given(recordStream)
      .when((state) => putRecord(put('1', { schema: null }), state))
      .thenRefuses('record.type_not_found', { type: 'invoice' });
  });

  it('is written over the revision that the writer has seen, or not at all', () => {
    given(recordStream, written('1', 1))
      .when((state) => putRecord(put('2', { ifMatch: 1 }), state))
      .thenFacts(written('2', 2));
    given(recordStream, written('1', 1), written('2', 2))
      .when((state) => putRecord(put('3', { ifMatch: 1 }), state))
      .thenRefuses('record.revision_conflict', { revision: 2 });
    given(recordStream)
      .when((state) => putRecord(put('1', { ifMatch: 1 }), state))
      .thenRefuses('record.revision_conflict', { revision: null });
    given(recordStream, written('1', 1))
      .when((state) => deleteRecord({ ifMatch: 2, at }, state))
      .thenRefuses('record.revision_conflict', { revision: 1 });
  });

  it('is made only where there is none, for a writer who says so', () => {
    given(recordStream)
      .when((state) => putRecord(put('1', { ifMatch: 0 }), state))
      .thenFacts(written('1', 1));
    given(recordStream, written('1', 1), deleted)
      .when((state) => putRecord(put('2', { ifMatch: 0 }), state))
      .thenFacts(written('2', 2));
    given(recordStream, written('1', 1))
      .when((state) => putRecord(put('1', { ifMatch: 0 }), state))
      .thenRefuses('record.revision_conflict', { revision: 1 });
  });

  it('goes on counting after it was deleted, so that an old revision never fits by chance', () => {
    given(recordStream, written('1', 1))
      .when((state) => deleteRecord({ ifMatch: 1, at }, state))
      .thenFacts(deleted);
    given(recordStream, written('1', 1), deleted)
      .when((state) => putRecord(put('1'), state))
      .thenFacts(written('1', 2))
      .thenReplies({ created: true });
    given(recordStream, written('1', 1), deleted)
      .when((state) => deleteRecord({ ifMatch: null, at }, state))
      .thenRefuses('record.not_found');
  });
});

import { describe, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { problemOf } from '@kushk/manifest';
import { given } from '@kushk/testing/given';
import { at, deleted, written } from '../../../test/example-record.js';
import { installationStream, type InstallationFact } from '../../installation/installation.js';
import { recordStream, type RecordFact } from '../record.js';
import { putRecord, SCHEMA_CHANGED, type PutRecord } from './put-record.js';

const schema = { type: 'object', properties: { total: { type: 'string' } }, required: ['total'] };
const command: PutRecord = {
  installationId: 'ins_1',
  recordType: 'invoice',
  externalId: 'inv-7',
  data: { total: '1' },
  dataHash: 'hash of 1',
  checked: { schema, problems: [] },
  ifMatch: null,
  at,
};
type States = Parameters<typeof putRecord>[1];
const put =
  (total: string, overrides: Partial<PutRecord> = {}) =>
  (states: States) =>
    putRecord({ ...command, data: { total }, dataHash: `hash of ${total}`, ...overrides }, states);

const withSchema = (declared: JsonObject): InstallationFact => ({
  type: 'InstallationAdded',
  data: {
    organisationId: 'org_1',
    pluginId: 'ir.acme.invoices',
    capabilities: {
      records: [{ type: 'invoice', schema: declared }],
      proposals: [],
      sources: [],
    },
    at,
  },
});
const givenRecord = (...facts: RecordFact[]) =>
  given({ record: [recordStream, ...facts], installation: [installationStream, withSchema(schema)] });

describe('putRecord', () => {
  it('creates a record at revision 1 and increments the revision with every change', () => {
    givenRecord()
      .when(put('1'))
      .thenFacts(written('1', 1))
      .thenReplies({ created: true, record: { revision: 1 } })
      .when(put('2'))
      .thenFacts(written('2', 2))
      .thenReplies({ created: false, record: { revision: 2 } });
  });

  it('appends no fact when the data is the same', () => {
    givenRecord(written('1', 1))
      .when(put('1'))
      .thenFacts()
      .thenReplies({ created: false, record: { revision: 1 } });
  });

  it('rejects data with problems, and a type that the plugin does not declare', () => {
    const problems = [problemOf('request', { path: '/data/total', code: 'required' })];
    givenRecord()
      .when(put('1', { checked: { schema, problems } }))
      .thenRefuses('record.invalid', { problems });
    givenRecord()
      .when(put('1', { recordType: 'bill' }))
      .thenRefuses('record.type_not_found', { type: 'bill' });
  });

  it('rejects data that was checked against another schema than the one that holds now', () => {
    given({ record: [recordStream], installation: [installationStream, withSchema({ ...schema, required: [] })] })
      .when(put('1'))
      .thenRefuses(SCHEMA_CHANGED);
    givenRecord()
      .when(put('1', { checked: { schema: null, problems: [] } }))
      .thenRefuses(SCHEMA_CHANGED);
  });

  it('rejects a write based on another revision', () => {
    givenRecord(written('1', 1))
      .when(put('2', { ifMatch: 1 }))
      .thenFacts(written('2', 2));
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
      .thenFacts(written('1', 1));
    givenRecord(written('1', 1), deleted)
      .when(put('2', { ifMatch: 0 }))
      .thenFacts(written('2', 2));
    givenRecord(written('1', 1))
      .when(put('1', { ifMatch: 0 }))
      .thenRefuses('record.revision_conflict', { revision: 1 });
  });

  it('continues the revisions of a deleted record, so that an old revision never matches by accident', () => {
    givenRecord(written('1', 1), deleted)
      .when(put('1'))
      .thenFacts(written('1', 2))
      .thenReplies({ created: true, record: { revision: 2 } });
    givenRecord(written('1', 1), deleted)
      .when(put('1', { ifMatch: 1 }))
      .thenRefuses('record.revision_conflict', { revision: null });
  });
});

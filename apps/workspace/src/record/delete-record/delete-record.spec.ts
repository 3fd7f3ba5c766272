import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, deleted, written } from '../example-record.js';
import { recordStream, type PluginRecord } from '../record.js';
import { deleteRecord } from './delete-record.js';

const deleteAt = (ifMatch: number | null) => (record: PluginRecord) => deleteRecord({ ifMatch, at }, record);

describe('deleteRecord', () => {
  it('deletes the record at the revision that the writer has seen, or at any', () => {
    given(recordStream, written('1', 1))
      .when(deleteAt(1))
      .thenFacts(deleted)
      .thenState({ status: 'deleted', revision: 1 });
    given(recordStream, written('1', 1)).when(deleteAt(null)).thenFacts(deleted);
  });

  it('refuses when the writer has seen another revision', () => {
    given(recordStream, written('1', 1)).when(deleteAt(2)).thenRefuses('record.revision_conflict', { revision: 1 });
  });

  it('refuses a record that does not exist, or no longer', () => {
    given(recordStream).when(deleteAt(null)).thenRefuses('record.not_found');
    given(recordStream, written('1', 1), deleted).when(deleteAt(null)).thenRefuses('record.not_found');
  });
});

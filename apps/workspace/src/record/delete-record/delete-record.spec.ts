import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, deleted, written } from '../../../test/example-record.js';
import { recordStream, type PluginRecord } from '../record.js';
import { deleteRecord } from './delete-record.js';

const deleteAt = (ifMatch: number | null) => (record: PluginRecord) => deleteRecord({ ifMatch, at }, record);

describe('deleteRecord', () => {
  it('deletes the record at the revision in If-Match, or at any revision without If-Match', () => {
    given(recordStream, written('1', 1))
      .when(deleteAt(1))
      .thenFacts(deleted)
      .thenState({ status: 'deleted', revision: 1 });
    given(recordStream, written('1', 1)).when(deleteAt(null)).thenFacts(deleted);
  });

  it('rejects a deletion based on another revision', () => {
    given(recordStream, written('1', 1)).when(deleteAt(2)).thenRefuses('record.revision_conflict', { revision: 1 });
  });

  it('rejects a record that does not exist or was deleted', () => {
    given(recordStream).when(deleteAt(null)).thenRefuses('record.not_found');
    given(recordStream, written('1', 1), deleted).when(deleteAt(null)).thenRefuses('record.not_found');
  });
});

import { describe, expect, it } from '@jest/globals';
import { meetsCondition, NO_REVISION, type RevisionCondition } from './revision-condition.js';

describe('the condition of a write', () => {
  it.each<[condition: RevisionCondition, absent: boolean, three: boolean, four: boolean]>([
    [null, true, true, true],
    [3, false, true, false],
    [NO_REVISION, true, false, false],
    [[3, 4], false, true, true],
    [[], false, false, false],
    ['existing', false, true, true],
    [{ not: [3] }, true, false, true],
  ])('%j is met by what does not exist, by revision 3 and by revision 4: %s, %s, %s', (condition, ...met) => {
    expect([NO_REVISION, 3, 4].map((revision) => meetsCondition(condition, revision))).toEqual(met);
  });
});

import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { releaseStream, type ReleaseFact } from '../release.js';
import { changeRelease } from './change-release.js';

const at = '2026-11-27T09:00:00.000Z';
const suspended: ReleaseFact = { type: 'ReleaseSuspended', data: { at } };
const resumed: ReleaseFact = { type: 'ReleaseResumed', data: { at } };

describe('changeRelease', () => {
  it('suspends a release and resumes it', () => {
    given(releaseStream)
      .when((release) => changeRelease(release, { callable: false, at }))
      .thenFacts(suspended);
    given(releaseStream, suspended)
      .when((release) => changeRelease(release, { callable: true, at }))
      .thenFacts(resumed);
  });

  it('appends no fact when nothing changes', () => {
    given(releaseStream)
      .when((release) => changeRelease(release, { callable: true, at }))
      .thenFacts();
    given(releaseStream, suspended)
      .when((release) => changeRelease(release, { callable: false, at }))
      .thenFacts();
  });
});

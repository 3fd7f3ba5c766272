import { describe, it } from '@jest/globals';
import { COMMENTS_PER_SIDE } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { change, historyTo, manifest, statusesExcept } from '../../../test/example-release.js';
import { releaseStream, type ReleaseFact } from '../release.js';
import { commentOnRelease } from './comment-on-release.js';

const comment = { ...change, commentId: 'cmt_1', publisherId: 'acme', path: '/scopes', text: 'For the totals' };
const stored = { id: 'cmt_1', path: '/scopes', text: 'For the totals' };

describe('comment on a release', () => {
  it.each(['submitted', 'in_review'] as const)('stores the comment of its publisher while it is %s', (status) => {
    given(releaseStream, ...historyTo[status])
      .when((release) => commentOnRelease(comment, release))
      .thenFacts({ type: 'ReleaseCommented', data: { comment: stored, status, by: change.by, at: change.at } })
      .thenReplies({ ...stored, at: change.at, by: 'publisher' })
      .thenState({ status, updatedAt: change.at });
  });

  it.each(statusesExcept('submitted', 'in_review'))('is refused in status %s', (status) => {
    given(releaseStream, ...historyTo[status])
      .when((release) => commentOnRelease(comment, release))
      .thenRefuses('catalogue.release_not_under_review', { status });
  });

  it('looks to another publisher like a comment on a release that does not exist', () => {
    given(releaseStream, ...historyTo.submitted)
      .when((release) => commentOnRelease({ ...comment, publisherId: 'beta' }, release))
      .thenRefuses('catalogue.release_not_found', { plugin_id: manifest.id, version: manifest.version });
  });

  it('is refused when its publisher has made too many', () => {
    const earlier: ReleaseFact = {
      type: 'ReleaseCommented',
      data: { comment: stored, status: 'submitted', by: change.by, at: change.at },
    };
    given(releaseStream, ...historyTo.submitted, ...Array.from({ length: COMMENTS_PER_SIDE }, () => earlier))
      .when((release) => commentOnRelease(comment, release))
      .thenRefuses('quota.exceeded', { quota: 'release_comments', limit: COMMENTS_PER_SIDE, used: COMMENTS_PER_SIDE });
  });
});

import { describe, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { absentRelease, change, manifest, releaseIn, statusesExcept } from '../../../test/example-release.js';
import { publishRelease } from './publish-release.js';

const sequence = Date.parse(change.at);

describe('publish release', () => {
  it('publishes an approved release and signs a statement with a new sequence number', () => {
    given(releaseIn('approved'))
      .when((states) => publishRelease(change, states))
      .thenFactsMatch(
        { type: 'ReleasePublished', data: { by: 'olga', at: change.at, signedStatus: { sequence, manifest } } },
        { type: 'StatementIssued', data: { sequence, version: manifest.version, status: 'published' } },
      )
      .thenState({
        release: { status: 'published', publishedAt: change.at },
        plugin: { sequence, published: ['1.4.0'] },
      });
  });

  it.each(statusesExcept('approved'))('rejects a release in status %s', (status) => {
    given(releaseIn(status))
      .when((states) => publishRelease(change, states))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'published',
        allowed: releaseTransitions[status],
      });
  });

  it('rejects an unknown release', () => {
    given(absentRelease)
      .when((states) => publishRelease(change, states))
      .thenRefuses('catalogue.release_not_found', { plugin_id: manifest.id, version: manifest.version });
  });
});

import { describe, expect, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { absentRelease, change, manifest, releaseIn, statusesExcept } from '../../../test/example-release.js';
import { resumeRelease } from './resume-release.js';

const sequence = Date.parse(change.at);

describe('resume release', () => {
  it('publishes a suspended release again and removes the reason for the suspension', () => {
    const { state } = given(releaseIn('suspended'))
      .when((states) => resumeRelease(change, states))
      .thenFactsMatch(
        { type: 'ReleaseResumed', data: { by: 'olga', at: change.at, signedStatus: { sequence } } },
        { type: 'StatementIssued', data: { sequence, version: manifest.version, status: 'published' } },
      )
      .thenState({ release: { status: 'published', publishedAt: '2026-11-20T09:30:00.000Z' } });
    expect(state.release).not.toHaveProperty('statusReason');
  });

  it.each(statusesExcept('suspended'))('rejects a release in status %s', (status) => {
    given(releaseIn(status))
      .when((states) => resumeRelease(change, states))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'published',
        allowed: releaseTransitions[status],
      });
  });

  it('rejects an unknown release', () => {
    given(absentRelease)
      .when((states) => resumeRelease(change, states))
      .thenRefuses('catalogue.release_not_found', { plugin_id: manifest.id, version: manifest.version });
  });
});

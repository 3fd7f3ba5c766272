import { describe, expect, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { absentRelease, change, manifest, releaseIn, statusesExcept } from '../../../test/example-release.js';
import { completed, rolloutOf, started } from '../../../test/example-rollout.js';
import { suspendRelease } from './suspend-release.js';

const suspension = { ...change, reason: 'It leaks' };

const sequence = Date.parse(change.at);

describe('suspend release', () => {
  it('suspends a published release and signs a statement that contains the reason', () => {
    given(releaseIn('published'))
      .when((states) => suspendRelease(suspension, states))
      .thenFactsMatch(
        { type: 'ReleaseSuspended', data: { reason: 'It leaks', by: 'olga', signedStatus: { sequence } } },
        { type: 'StatementIssued', data: { sequence, version: manifest.version, status: 'suspended' } },
      )
      .thenState({ release: { status: 'suspended', statusReason: 'It leaks' }, plugin: { published: [] } });
  });

  it('ends the rollout before the release is suspended', () => {
    given(rolloutOf([started]))
      .when((states) => suspendRelease(suspension, states))
      .thenFactsMatch(
        { type: 'RolloutEnded', data: { cause: 'suspended' } },
        { type: 'ReleaseSuspended' },
        { type: 'StatementIssued' },
      );
    given(rolloutOf([started, completed]))
      .when((states) => suspendRelease(suspension, states))
      .thenFactsMatch({ type: 'ReleaseSuspended' }, { type: 'StatementIssued' });
  });

  it.each(statusesExcept('published'))('rejects a release in status %s', (status) => {
    given(releaseIn(status))
      .when((states) => suspendRelease(suspension, states))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'suspended',
        allowed: releaseTransitions[status],
      });
  });

  it('rejects an unknown release', () => {
    given(absentRelease)
      .when((states) => suspendRelease(suspension, states))
      .thenRefuses('catalogue.release_not_found', { plugin_id: manifest.id, version: manifest.version });
  });

  it.each(['', ' \n '])('rejects the empty reason %j', (reason) => {
    const { decision } = given(releaseIn('published'))
      .when((states) => suspendRelease({ ...suspension, reason }, states))
      .thenRefuses('request.invalid');
    expect(decision).toMatchObject({ refusal: { params: { problems: [{ code: 'required', path: '/reason' }] } } });
  });
});

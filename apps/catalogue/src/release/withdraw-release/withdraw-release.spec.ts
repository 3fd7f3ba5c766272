import { describe, expect, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { absentRelease, change, manifest, releaseIn, statuses, statusesExcept } from '../../../test/example-release.js';
import { rolloutOf, started } from '../../../test/example-rollout.js';
import { withdrawRelease, type WithdrawRelease } from './withdraw-release.js';

const byOperator: WithdrawRelease = { ...change, publisherId: null, reason: 'A mistake' };
const byPublisher: WithdrawRelease = { ...byOperator, publisherId: 'acme' };
const unpublished = ['submitted', 'in_review', 'approved'] as const;
const notFound = { plugin_id: manifest.id, version: manifest.version };

describe('withdraw release', () => {
  it.each(unpublished.flatMap((status) => [byOperator, byPublisher].map((command) => ({ status, command }))))(
    'withdraws a release in status $status without a signed statement, because no instance knows the release',
    ({ status, command }) => {
      given(releaseIn(status))
        .when((states) => withdrawRelease(command, states))
        .thenFactsMatch({ type: 'ReleaseWithdrawn', data: { reason: 'A mistake', by: 'olga', signedStatus: null } })
        .thenState({ release: { status: 'withdrawn', statusReason: 'A mistake' } });
    },
  );

  it('ends the rollout', () => {
    given(rolloutOf([started]))
      .when((states) => withdrawRelease(byPublisher, states))
      .thenFactsMatch(
        { type: 'RolloutEnded', data: { cause: 'withdrawn' } },
        { type: 'ReleaseWithdrawn' },
        { type: 'StatementIssued' },
      );
  });

  it.each([
    { status: 'published', command: byOperator },
    { status: 'published', command: byPublisher },
    { status: 'suspended', command: byOperator },
  ] as const)(
    'signs a statement for the withdrawal of a release in status $status by $command.publisherId',
    ({ status, command }) => {
      const sequence = Date.parse(command.at);
      given(releaseIn(status))
        .when((states) => withdrawRelease(command, states))
        .thenFactsMatch(
          { type: 'ReleaseWithdrawn', data: { reason: 'A mistake', signedStatus: { sequence } } },
          { type: 'StatementIssued', data: { sequence, version: manifest.version, status: 'withdrawn' } },
        )
        .thenState({ release: { status: 'withdrawn' }, plugin: { published: [] } });
    },
  );

  it.each(['rejected', 'withdrawn'] as const)(
    'rejects a withdrawal by the operator for a release in status %s',
    (status) => {
      given(releaseIn(status))
        .when((states) => withdrawRelease(byOperator, states))
        .thenRefuses('catalogue.transition_invalid', {
          from: status,
          to: 'withdrawn',
          allowed: releaseTransitions[status],
        });
    },
  );

  it.each(statusesExcept(...unpublished, 'published'))(
    'rejects a withdrawal by the publisher for a release in status %s',
    (status) => {
      given(releaseIn(status))
        .when((states) => withdrawRelease(byPublisher, states))
        .thenRefuses('catalogue.transition_invalid', { from: status, to: 'withdrawn', allowed: [] });
    },
  );

  it('rejects an unknown release', () => {
    given(absentRelease)
      .when((states) => withdrawRelease(byOperator, states))
      .thenRefuses('catalogue.release_not_found', notFound);
  });

  it.each(statuses)('rejects a release of another publisher in status %s like an unknown release', (status) => {
    given(releaseIn(status))
      .when((states) => withdrawRelease({ ...byPublisher, publisherId: 'beta' }, states))
      .thenRefuses('catalogue.release_not_found', notFound);
  });

  it.each(['', ' \n '])('rejects the empty reason %j', (reason) => {
    const { decision } = given(releaseIn('published'))
      .when((states) => withdrawRelease({ ...byOperator, reason }, states))
      .thenRefuses('request.invalid');
    expect(decision).toMatchObject({ refusal: { params: { problems: [{ code: 'required', path: '/reason' }] } } });
  });
});

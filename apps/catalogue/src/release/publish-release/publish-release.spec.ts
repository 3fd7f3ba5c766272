import { describe, expect, it } from '@jest/globals';
import { releaseTransitions, type Json } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { absentRelease, change, manifest, releaseIn, statusesExcept } from '../../../test/example-release.js';
import type { PluginFact } from '../../plugin/plugin.js';
import { AT_ONCE } from '../../rollout/rollout-plan.js';
import { publishRelease } from './publish-release.js';

const published = (version: string): PluginFact => ({
  type: 'StatementIssued',
  data: { sequence: 1, version, status: 'published', at: change.at },
});
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

  const plan = {
    stages: [
      { percent: 10, hours: 24 },
      { percent: 100, hours: 0 },
    ],
  };
  const laterRelease = {
    ...releaseIn('approved'),
    plugin: [...releaseIn('approved').plugin, published('1.3.0')] as const,
  };

  it('starts the rollout, without which instances then move nothing', () => {
    const isPaced = { payload: expect.stringContaining('"paced":true') as unknown as string };
    given(laterRelease)
      .when((states) => publishRelease({ ...change, plan }, states))
      .thenFactsMatch(
        { type: 'RolloutStarted', data: { ...plan, isTightened: false, newest: '1.4.0' } },
        { type: 'ReleasePublished', data: { signedStatus: { statement: isPaced } } },
        { type: 'StatementIssued' },
      );
  });

  it('starts no rollout for the first release, nor for one that all installations follow at once', () => {
    given(releaseIn('approved'))
      .when((states) => publishRelease({ ...change, plan }, states))
      .thenFactsMatch({ type: 'ReleasePublished' }, { type: 'StatementIssued' });
    given(laterRelease)
      .when((states) => publishRelease({ ...change, plan: AT_ONCE }, states))
      .thenFactsMatch({ type: 'ReleasePublished' }, { type: 'StatementIssued' });
  });

  it('lets the operator tighten the stages and not widen them', () => {
    const tightened = {
      stages: [
        { percent: 5, hours: 48 },
        { percent: 100, hours: 24 },
      ],
    };
    given(laterRelease)
      .when((states) => publishRelease({ ...change, plan, tightened }, states))
      .thenFactsMatch(
        { type: 'RolloutStarted', data: { ...tightened, isTightened: true } },
        { type: 'ReleasePublished' },
        { type: 'StatementIssued' },
      );
    given(laterRelease)
      .when((states) => publishRelease({ ...change, plan, tightened: AT_ONCE as unknown as Json }, states))
      .thenRefuses('request.invalid');
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

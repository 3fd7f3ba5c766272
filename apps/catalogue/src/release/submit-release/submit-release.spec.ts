import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  absentRelease,
  details,
  manifest,
  manifestDigest,
  releaseIn,
  historyTo,
  statuses,
  statusesExcept,
} from '../../../test/example-release.js';
import { publisherQuotaStream } from '../../publisher/publisher-quota.js';
import { releaseStream, type ReleaseFact } from '../release.js';
import { NEWEST_VERSION_CHANGED, submitRelease, type SubmitRelease } from './submit-release.js';

const command: SubmitRelease = {
  releaseId: 'rel_2',
  publisherId: 'acme',
  manifest,
  manifestDigest,
  manifestBytes: 100,
  quotas: { releases: 3, manifest_bytes: 250 },
  details,
  diff: null,
  provenance: null,
  at: '2026-11-20T08:00:00.000Z',
  compatible: 2,
};
const quota = [publisherQuotaStream] as const;
const counted = { type: 'ReleaseCounted', data: { bytes: 100 } } as const;
const nextVersion = { ...command, manifest: { ...manifest, version: '1.5.0' } };
/** A plugin with one release in this status, and another version that is not submitted yet. */
const afterOneRelease = (status: 'submitted' | 'published') => ({
  quota,
  ...releaseIn(status),
  release: [releaseStream] as const,
});

describe('submit release', () => {
  it('claims the plugin id with its first version and replies with the release', () => {
    const { decision } = given({ quota, ...absentRelease })
      .when((states) => submitRelease(command, states))
      .thenFactsMatch(
        counted,
        { type: 'ReleaseSubmitted', data: { pluginId: manifest.id, version: '1.4.0', notes: 'First release' } },
        { type: 'PluginClaimed', data: { publisherId: 'acme' } },
      )
      .thenReplies({
        id: 'rel_2',
        plugin_id: manifest.id,
        version: '1.4.0',
        status: 'submitted',
        requested_tier: 'verified',
        tier: null,
        signature: null,
        diff: null,
        submitted_at: command.at,
        updated_at: command.at,
        fleet: { compatible: 2, accepted: 0, refused: [] },
      });
    expect(decision.accepted && 'manifest' in decision.reply).toBe(false);
  });

  it('does not claim the plugin id again with the next version', () => {
    given(afterOneRelease('submitted'))
      .when((states) => submitRelease(nextVersion, states))
      .thenFactsMatch(counted, { type: 'ReleaseSubmitted' });
  });

  it.each([
    ['an existing version', releaseIn('submitted')],
    ['a new version', afterOneRelease('submitted')],
  ])('rejects %s of a plugin that belongs to another publisher', (_version, history) => {
    given({ quota, ...history })
      .when((states) => submitRelease({ ...command, publisherId: 'beta' }, states))
      .thenRefuses('catalogue.plugin_owned_elsewhere', { plugin_id: manifest.id });
  });

  it.each(statuses.flatMap((status) => [true, false].map((same_content) => ({ status, same_content }))))(
    'rejects a version that is already $status (same content: $same_content)',
    ({ status, same_content }) => {
      const digest = same_content ? manifestDigest : `sha256:${'b'.repeat(64)}`;
      given({ quota, ...releaseIn(status) })
        .when((states) => submitRelease({ ...command, manifestDigest: digest }, states))
        .thenRefuses('catalogue.version_exists', { plugin_id: manifest.id, version: '1.4.0', status, same_content });
    },
  );

  it('rejects a version when the publisher has too many releases, or too many bytes of manifests', () => {
    given({ ...absentRelease, quota: [publisherQuotaStream, counted, counted, counted] })
      .when((states) => submitRelease(command, states))
      .thenRefuses('quota.exceeded', { quota: 'releases', limit: 3, used: 3 });
    given({ ...absentRelease, quota: [publisherQuotaStream, counted, counted] })
      .when((states) => submitRelease(command, states))
      .thenRefuses('quota.exceeded', { quota: 'manifest_bytes', limit: 250, used: 200 })
      .when((states) => submitRelease({ ...command, manifestBytes: 50 }, states))
      .thenState({ quota: { releases: 3, manifestBytes: 250 } });
  });

  it('rejects a capability difference that is outdated by another publication, and accepts the updated one', () => {
    const diff = { previous: '1.4.0', class: 'none', changes: [] } as const;
    given(afterOneRelease('published'))
      .when((states) => submitRelease(nextVersion, states))
      .thenRefuses(NEWEST_VERSION_CHANGED, {})
      .when((states) => submitRelease({ ...nextVersion, diff }, states))
      .thenReplies({ diff });
  });

  describe('that replaces a version', () => {
    const replacing = {
      ...command,
      manifest: { ...manifest, version: '1.4.1' },
      details: { ...details, replaces: '1.4.0' },
    };
    const replaced = (...facts: readonly ReleaseFact[]) => ({
      ...afterOneRelease('submitted'),
      replaced: [releaseStream, ...facts] as const,
    });

    it.each(['submitted', 'in_review'] as const)('withdraws it when it is %s, in the name of the service', (status) => {
      given(replaced(...historyTo[status]))
        .when((states) => submitRelease(replacing, states))
        .thenFactsMatch(
          counted,
          { type: 'ReleaseSubmitted', data: { version: '1.4.1', replaces: '1.4.0' } },
          {
            type: 'ReleaseWithdrawn',
            data: { version: '1.4.0', by: 'system', replacedBy: '1.4.1', signedStatus: null },
          },
        )
        .thenReplies({ replaces: '1.4.0', replaced_by: null });
    });

    it.each(statusesExcept('submitted', 'in_review'))('is refused when that version is %s', (status) => {
      given(replaced(...historyTo[status]))
        .when((states) => submitRelease(replacing, states))
        .thenRefuses('catalogue.release_not_under_review', { status });
    });
  });
});

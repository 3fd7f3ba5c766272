import { describe, it } from '@jest/globals';
import { RETURN_OUTDATED } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { approval, details, manifest, releaseIn, sign } from '../../../test/example-release.js';
import { started } from '../../../test/example-rollout.js';
import { publisherQuotaStream } from '../../publisher/publisher-quota.js';
import { rolloutStream } from '../../rollout/rollout.js';
import { releaseStream } from '../release.js';
import { returnRelease, type ReturnRelease } from './return-release.js';

const at = '2026-11-21T08:00:00.000Z';
const basis = { version: '1.4.0', approval_digest: `sha256:${'c'.repeat(64)}`, decided_at: '2026-11-20T09:00:00.000Z' };
const repeated = { ...approval, payload: 'cmVwZWF0ZWQ=' };
const command: ReturnRelease = {
  from: '1.4.0',
  reason: 'Totals are wrong',
  submission: {
    releaseId: 'rel_2',
    publisherId: 'acme',
    manifest: { ...manifest, version: '2.0.1' },
    manifestDigest: `sha256:${'b'.repeat(64)}`,
    manifestBytes: 100,
    quotas: { releases: 3, manifest_bytes: 250 },
    details: { ...details, notes: 'Totals are wrong' },
    diff: { previous: '1.4.0', class: 'none', changes: [] },
    provenance: null,
    at,
    compatible: 2,
  },
  everPublished: ['1.4.0', '2.0.0'],
  approved: { approval: repeated, basis, previous: '1.4.0' },
  result: {
    plugin_id: manifest.id,
    from: '1.4.0',
    version: '2.0.1',
    present: '2.0.0',
    losses: { settings: ['currency'], record_types: [] },
    diff: null,
  },
  sign,
};
const { release: source, plugin } = releaseIn('published');
const history = {
  quota: [publisherQuotaStream],
  release: [releaseStream],
  source,
  sourceRollout: [rolloutStream],
  plugin,
} as const;

describe('return release', () => {
  it('submits, approves and publishes in one commit, as the system and with the tier of the earlier release', () => {
    const step = { by: 'system', at };
    given(history)
      .when((states) => returnRelease(command, states))
      .thenFactsMatch(
        { type: 'ReleaseCounted' },
        { type: 'ReleaseSubmitted', data: { returned: { from: '1.4.0', reason: 'Totals are wrong', basis } } },
        { type: 'ReviewStarted', data: { ...step, reviewRevision: 1 } },
        { type: 'ApprovalRecorded', data: { ...step, reviewRevision: 2, tier: 'verified', approval: repeated } },
        { type: 'ReleasePublished', data: { ...step, signedStatus: { version: '2.0.1', approval: repeated } } },
        { type: 'StatementIssued', data: { version: '2.0.1', status: 'published' } },
      )
      .thenReplies({
        dry_run: false,
        approval: 'automatic',
        losses: { settings: ['currency'], record_types: [] },
        release: {
          version: '2.0.1',
          status: 'published',
          tier: 'verified',
          signature: repeated,
          returned: { basis },
          rollout: { state: 'complete', percent: 100 },
        },
      })
      .thenState({ release: { status: 'published' }, plugin: { published: ['1.4.0', '2.0.1'] } });
  });

  it('only submits where a reviewer decides on returns', () => {
    given(history)
      .when((states) => returnRelease({ ...command, approved: 'reviewer' }, states))
      .thenFactsMatch(
        { type: 'ReleaseCounted' },
        { type: 'ReleaseSubmitted', data: { returned: { from: '1.4.0', basis: null } } },
      )
      .thenReplies({ approval: 'reviewer', release: { status: 'submitted', signature: null } });
  });

  it.each([
    ['whose approval names another newest version', { approved: { approval: repeated, basis, previous: '1.3.0' } }],
    ['that was compared with another newest version', { submission: { ...command.submission, diff: null } }],
    ['that has no approval', { approved: 'repeat' }],
  ] as const)('is prepared again for a return %s', (_title, change) => {
    given(history)
      .when((states) => returnRelease({ ...command, ...change } as ReturnRelease, states))
      .thenRefuses(RETURN_OUTDATED);
  });

  it('rejects an earlier version that the operator has suspended, in the commit that would return to it', () => {
    const suspended = releaseIn('suspended');
    given({ ...history, source: suspended.release, plugin: suspended.plugin })
      .when((states) => returnRelease(command, states))
      .thenRefuses('release.return_refused', { reason: 'suspended', version: '1.4.0' });
  });

  it('rejects an earlier version that its rollout has not taken to all installations', () => {
    given({ ...history, sourceRollout: [rolloutStream, started] })
      .when((states) => returnRelease(command, states))
      .thenRefuses('release.return_refused', { reason: 'never_complete', version: '1.4.0' });
  });

  it('rejects a version that was submitted meanwhile', () => {
    given({ ...history, release: source })
      .when((states) => returnRelease(command, states))
      .thenRefuses('catalogue.version_exists');
  });

  it.each(['', ' '])('rejects the empty reason %j', (reason) => {
    given(history)
      .when((states) => returnRelease({ ...command, reason }, states))
      .thenRefuses('request.invalid');
  });
});

import { describe, expect, it } from '@jest/globals';
import { manifest, standingIn, statuses } from '../example-release.js';
import type { ReleaseOfPlugin } from '../move-release.js';
import { NEWEST_MOVED, submitRelease, type SubmitRelease } from './submit-release.js';

const nothing: ReleaseOfPlugin = { release: { status: 'absent' }, plugin: { status: 'absent' } };
const command: SubmitRelease = {
  releaseId: 'rel_2',
  publisherId: 'acme',
  manifest,
  manifestDigest: `sha256:${'a'.repeat(64)}`,
  requestedTier: 'verified',
  notes: 'First release',
  warnings: [],
  diff: null,
  at: '2026-11-20T08:00:00.000Z',
  compatible: 2,
};

describe('submitting a release', () => {
  it('claims the plugin with its first version and answers the release', () => {
    const decision = submitRelease(command, nothing);
    expect(decision).toMatchObject({
      accepted: true,
      facts: {
        release: [{ type: 'ReleaseSubmitted', data: { pluginId: manifest.id, version: '1.4.0' } }],
        plugin: [{ type: 'PluginClaimed', data: { publisherId: 'acme' } }],
      },
      reply: {
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
      },
    });
    expect(decision.accepted && 'manifest' in decision.reply).toBe(false);
  });

  it('does not claim the plugin again with the next version', () => {
    const { plugin } = standingIn('submitted');
    expect(submitRelease(command, { release: { status: 'absent' }, plugin })).toMatchObject({
      accepted: true,
      facts: { plugin: [] },
    });
  });

  it('refuses a plugin that belongs to another publisher, before it looks at the version', () => {
    const refusal = {
      accepted: false,
      refusal: { code: 'catalogue.plugin_owned_elsewhere', params: { plugin_id: manifest.id } },
    };
    expect(submitRelease({ ...command, publisherId: 'beta' }, standingIn('submitted'))).toEqual(refusal);
    expect(
      submitRelease({ ...command, publisherId: 'beta' }, { ...standingIn('submitted'), release: { status: 'absent' } }),
    ).toEqual(refusal);
  });

  it.each(statuses)(
    'refuses a version that was submitted before and is %s, and says whether it was the same',
    (status) => {
      const params = { plugin_id: manifest.id, version: '1.4.0', status };
      expect(submitRelease(command, standingIn(status))).toEqual({
        accepted: false,
        refusal: { code: 'catalogue.version_exists', params: { ...params, same_content: true } },
      });
      const other = { ...command, manifestDigest: `sha256:${'b'.repeat(64)}` };
      expect(submitRelease(other, standingIn(status))).toEqual({
        accepted: false,
        refusal: { code: 'catalogue.version_exists', params: { ...params, same_content: false } },
      });
    },
  );

  it('is gathered again when another version was published meanwhile', () => {
    const next = { ...command, manifest: { ...manifest, version: '1.5.0' } };
    const { plugin } = standingIn('published');
    expect(submitRelease(next, { release: { status: 'absent' }, plugin })).toEqual({
      accepted: false,
      refusal: { code: NEWEST_MOVED, params: {} },
    });
    const diff = { previous: '1.4.0', class: 'none', changes: [] } as const;
    expect(submitRelease({ ...next, diff }, { release: { status: 'absent' }, plugin })).toMatchObject({
      accepted: true,
      reply: { diff },
    });
  });
});

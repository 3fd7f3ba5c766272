import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { newestPublished, pluginStream, requireOwned, type PluginFact } from '../plugin/plugin.js';
import { change, historyTo, manifest, manifestDigest } from '../../test/example-release.js';
import { releaseStream, type ApprovedRelease } from './release.js';
import { issueStatement } from './status-change.js';

const release = fold(releaseStream, historyTo.approved) as ApprovedRelease;
const claimed: PluginFact = { type: 'PluginClaimed', data: { publisherId: 'acme', at: '2026-11-20T08:00:00.000Z' } };
const pluginAfter = (...facts: readonly PluginFact[]) => requireOwned(fold(pluginStream, [claimed, ...facts]));
const plugin = pluginAfter();

describe('issue statement', () => {
  it('signs the new status with the next sequence number of the plugin', () => {
    const { signedStatus, issued } = issueStatement(
      change,
      { release, plugin },
      { status: 'suspended', reason: 'It leaks' },
    );
    expect(JSON.parse(signedStatus.statement.payload)).toEqual({
      plugin_id: manifest.id,
      version: manifest.version,
      status: 'suspended',
      reason: 'It leaks',
      sequence: 1,
      at: change.at,
      manifest_digest: manifestDigest,
    });
    expect(signedStatus.sequence).toBe(1);
    expect(pluginAfter(issued)).toMatchObject({ sequence: 1 });
  });

  it('makes a published release the newest version of its plugin until a statement suspends it', () => {
    const published = issueStatement(change, { release, plugin }, { status: 'published', reason: null });
    const after = pluginAfter(published.issued);
    expect(newestPublished(after)).toBe('1.4.0');
    const suspended = issueStatement(change, { release, plugin: after }, { status: 'suspended', reason: 'It leaks' });
    expect(suspended.signedStatus.sequence).toBe(2);
    expect(newestPublished(pluginAfter(published.issued, suspended.issued))).toBeNull();
  });
});

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
  it('signs the new status with the time of the decision as its sequence number', () => {
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
      sequence: Date.parse(change.at),
      at: change.at,
      manifest_digest: manifestDigest,
    });
    expect(signedStatus.sequence).toBe(Date.parse(change.at));
    expect(pluginAfter(issued)).toMatchObject({ sequence: Date.parse(change.at) });
  });

  it('signs a higher sequence number than the statements that a restored database has forgotten', () => {
    const suspension = { status: 'suspended', reason: 'It leaks' } as const;
    const forgotten = issueStatement(change, { release, plugin }, suspension);
    const later = { ...change, at: '2026-11-20T10:05:00.000Z' };
    const restored = issueStatement(later, { release, plugin }, suspension);
    expect(restored.signedStatus.sequence).toBeGreaterThan(forgotten.signedStatus.sequence);
  });

  it('numbers statements without gaps while the clock is behind the latest one', () => {
    const future: PluginFact = {
      type: 'StatementIssued',
      data: { sequence: Date.parse(change.at) + 5_000, version: '1.4.0', status: 'published', at: change.at },
    };
    const after = pluginAfter(future);
    const { signedStatus } = issueStatement(change, { release, plugin: after }, { status: 'suspended', reason: null });
    expect(signedStatus.sequence).toBe(Date.parse(change.at) + 5_001);
  });

  it('makes a published release the newest version of its plugin until a statement suspends it', () => {
    const published = issueStatement(change, { release, plugin }, { status: 'published', reason: null });
    const after = pluginAfter(published.issued);
    expect(newestPublished(after)).toBe('1.4.0');
    const suspended = issueStatement(change, { release, plugin: after }, { status: 'suspended', reason: 'It leaks' });
    expect(suspended.signedStatus.sequence).toBe(Date.parse(change.at) + 1);
    expect(newestPublished(pluginAfter(published.issued, suspended.issued))).toBeNull();
  });
});

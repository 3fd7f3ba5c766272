import { describe, expect, it } from '@jest/globals';
import type { PluginManifest } from '../manifest.js';
import { newerFor } from '../newer-version.js';
import type { Update } from '../queries.js';
import { smallerChanges, updateItems } from './update-items.js';

const installed = {
  scopes: { 'cases.read': 'Finds', 'memory.read': 'Recalls' },
  plans: [{ key: 'basic', rates: { page: '0.25', match: '0.1' } }],
} as unknown as PluginManifest;

const update: Update = {
  version: '1.4.0',
  rollout: null,
  needs_consent: true,
  diff: {
    previous: '1.3.0',
    class: 'consent',
    changes: [
      { path: '/scopes/people.read', before: null, after: '' },
      { path: '/plans/basic/rates/page', before: '0.25', after: '0.3' },
      { path: '/plans/fast', before: null, after: {} },
      { path: '/plans/pro/rates/page', before: '0.1', after: '0.2' },
      { path: '/tools/find/description', before: 'a', after: 'b' },
    ] as never,
  },
  scopes: [
    { scope: 'cases.read', reason: 'Finds', new: false },
    { scope: 'people.read', reason: 'Names', new: true },
  ],
  plans: [
    { key: 'basic', rates: { page: '0.3', ocr: '2' }, rates_before: { page: '0.25', match: '0.1' } },
    { key: 'fast', rates: {}, rates_before: null },
    { key: 'pro', rates: { page: '0.2' }, rates_before: { page: '0.1' } },
  ],
  declined: [],
  settings_missing: ['/region', '/accounts/0/name'],
  base_url: { before: 'https://a.ir', after: 'https://b.ir' },
};

describe('the newer version of an installation', () => {
  const runs = { version: '1.3.0', version_pending: null, version_moving: null, follow: 'manual' as const };

  it('is never the one that it runs, moves to or shows as waiting, though an earlier reply names it', () => {
    const installation = { ...runs, status: 'installed' as const };
    expect(newerFor(installation, update)).toBe(update);
    expect(newerFor({ ...installation, version: '1.4.0' }, update)).toBeNull();
    const version_moving = { version: '1.4.0', gives_up_at: '2026-11-20T09:00:00Z' } as never;
    expect(newerFor({ ...installation, version_moving }, update)).toBeNull();
    expect(newerFor({ ...installation, version_pending: '1.4.0' }, update)).toBeNull();
  });
});

describe('updateItems', () => {
  it('shows new access, where data goes, and each rate that differs, those of the active plan first', () => {
    expect(updateItems(update, installed, 'basic')).toEqual([
      { kind: 'scope', scope: 'people.read', reason: 'Names' },
      { kind: 'address', before: 'https://a.ir', after: 'https://b.ir' },
      { kind: 'rate', plan: 'basic', service: 'page', before: '0.25', after: '0.3', increase: expect.closeTo(0.2) },
      { kind: 'rate', plan: 'basic', service: 'match', before: '0.1', after: null, increase: null },
      { kind: 'rate', plan: 'basic', service: 'ocr', before: null, after: '2', increase: null },
      { kind: 'scope_ends', scope: 'memory.read' },
      { kind: 'rate', plan: 'pro', service: 'page', before: '0.1', after: '0.2', increase: expect.closeTo(1) },
    ]);
  });

  it('shows that the active plan ends, and only the hosts that differ', () => {
    const { base_url: _base, ...rest } = update;
    const egress = { before: ['a.ir:443', 'b.ir:443'], after: ['b.ir:443', 'c.ir:443'] };
    expect(updateItems({ ...rest, egress, scopes: [] }, { ...installed, scopes: {} }, 'gone')).toEqual([
      { kind: 'egress', added: ['c.ir:443'], removed: ['a.ir:443'] },
      { kind: 'plan_ends', plan: 'gone' },
      ...['page', 'match', 'ocr'].map((service) => expect.objectContaining({ kind: 'rate', plan: 'basic', service })),
      expect.objectContaining({ kind: 'rate', plan: 'pro' }),
    ]);
  });

  it('leaves everything else to the smaller changes', () => {
    expect(smallerChanges(update, 'basic')).toEqual([
      { path: '/plans/fast', change: 'added' },
      { path: '/tools/find/description', change: 'changed' },
    ]);
  });
});

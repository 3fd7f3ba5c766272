import { describe, expect, it } from '@jest/globals';
import type { DeniedCount } from '@kushk/contracts';
import { mergeDenied, parseDenied } from './merge-denied.js';

const item: DeniedCount = { host: '*.acme.ir', port: 443, protocol: 'tcp', count: 3, last_on: '2026-11-20' };

describe('the denied attempts of a version', () => {
  it('are added up over the instances, the most frequent first', () => {
    const dns: DeniedCount = { ...item, host: 'beta.ir', port: null, protocol: 'dns', count: 4 };
    const later = { ...item, count: 2, last_on: '2026-11-22' };
    expect(mergeDenied([[item, dns], [later], []])).toEqual([
      { ...item, count: 5, last_on: '2026-11-22', instances: 2 },
      { ...dns, instances: 1 },
    ]);
    const many = Array.from({ length: 90 }, (_, index) => ({ ...item, host: `h${index}.ir` }));
    expect(mergeDenied([many, many.map((one) => ({ ...one, port: 80 }))])).toHaveLength(100);
  });

  it('may be at names that no host has', () => {
    const items = ['?x??', '.', 'a?b?.acme.ir'].map((host) => ({ ...item, host }));
    expect(parseDenied({ items })).toEqual(items);
  });

  it('of an instance count only when all of them are valid, and nothing else of it passes', () => {
    expect(parseDenied({ items: [{ ...item, organisation: 'Acme' }] })).toEqual([item]);
    const invalid: readonly object[] = [
      { host: 'a b' },
      { host: 'x'.repeat(254) },
      { host: '' },
      { port: 0 },
      { port: 70_000 },
      { protocol: 'icmp' },
      { count: -1 },
      { count: 1.5 },
      { last_on: 'today' },
    ];
    for (const change of invalid) expect(parseDenied({ items: [item, { ...item, ...change }] })).toBeNull();
    for (const reply of [null, {}, { items: 'x' }, { items: Array(101).fill(item) }])
      expect(parseDenied(reply)).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import { DeniedCounts, MAX_DESTINATIONS } from './denied-counts.js';

const at = '2026-11-20T10:00:00.000Z';
const later = '2026-11-20T10:00:05.000Z';

describe('DeniedCounts', () => {
  it('adds up the attempts at one destination, and returns them once', () => {
    const counts = new DeniedCounts();
    counts.add({ host: 'a.ir', port: 443, protocol: 'tcp' }, 1, at);
    counts.add({ host: 'a.ir', port: 443, protocol: 'tcp' }, 2, later);
    counts.add({ host: 'a.ir', port: 443, protocol: 'udp' }, 1, at);
    expect(counts.take()).toEqual([
      { host: 'a.ir', port: 443, protocol: 'tcp', count: 3, last_at: later },
      { host: 'a.ir', port: 443, protocol: 'udp', count: 1, last_at: at },
    ]);
    expect(counts.take()).toEqual([]);
  });

  it('keeps what could not be stored', async () => {
    const counts = new DeniedCounts();
    const attempt = { host: 'a.ir', port: 443, protocol: 'tcp' } as const;
    counts.add(attempt, 2, at);
    await expect(counts.store(() => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable');
    counts.add(attempt, 1, later);
    expect(counts.take()).toEqual([{ ...attempt, count: 3, last_at: later }]);
  });

  it('stores a name of any bytes in characters that can be stored and reported', () => {
    const counts = new DeniedCounts();
    for (const host of ['a b\u0000.acme.ir', '"<x>\n', '', 'سلام.ir', `${'x'.repeat(252)}\u{10400}`])
      counts.add({ host, port: null, protocol: 'dns' }, 1, at);
    expect(counts.take().map(({ host }) => host)).toEqual([
      'a?b?.acme.ir',
      '??x??',
      '.',
      'سلام.ir',
      `${'x'.repeat(252)}?`,
    ]);
  });

  it('counts the destinations above its limit together, so that a scan of all names needs no memory', () => {
    const counts = new DeniedCounts();
    for (let name = 0; name < MAX_DESTINATIONS + 500; name += 1)
      counts.add({ host: `${name}.${'x'.repeat(1_000)}`, port: null, protocol: 'dns' }, 1, at);
    counts.add({ host: `0.${'x'.repeat(1_000)}`, port: null, protocol: 'dns' }, 1, at);
    const attempts = counts.take();
    expect(attempts).toHaveLength(MAX_DESTINATIONS + 1);
    expect(attempts[0]).toMatchObject({ count: 2 });
    expect(attempts.at(-1)).toEqual({ host: '*', port: null, protocol: 'other', count: 500, last_at: at });
    expect(JSON.stringify(attempts).length).toBeLessThan(MAX_DESTINATIONS * 400);
  });
});

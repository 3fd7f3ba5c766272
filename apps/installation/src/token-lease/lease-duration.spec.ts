import { describe, expect, it } from '@jest/globals';
import { LEASE_MS } from '@kushk/contracts';
import { leaseDurationMs } from './lease-duration.js';

const at = new Date('2026-11-22T09:00:00.000Z');
const after = (ms: number): Date => new Date(at.getTime() + ms);
const row = { token_hash: 'new', previous_token_hash: 'old', previous_token_until: after(700) };

describe('leaseDurationMs', () => {
  it('leases the current token, and an installation that is looked up by its id', () => {
    expect(leaseDurationMs({ token_hash: 'new' }, row, at)).toBe(LEASE_MS);
    expect(leaseDurationMs({ token_hash: null, call_id: null }, row, at)).toBe(LEASE_MS);
  });

  it('leases a previous token no longer than it is valid', () => {
    expect(leaseDurationMs({ token_hash: 'old' }, row, at)).toBe(700);
    expect(leaseDurationMs({ token_hash: 'old' }, { ...row, previous_token_until: after(60_000) }, at)).toBe(LEASE_MS);
    expect(leaseDurationMs({ token_hash: 'old' }, { ...row, previous_token_until: after(-1) }, at)).toBe(0);
  });

  it('leases neither an unknown token nor the state of a tool call', () => {
    expect(leaseDurationMs({ token_hash: 'other' }, null, at)).toBe(0);
    expect(leaseDurationMs({ token_hash: 'new', call_id: 'call_1' }, row, at)).toBe(0);
  });
});

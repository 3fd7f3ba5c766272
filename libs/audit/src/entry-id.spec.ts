import { describe, expect, it } from '@jest/globals';
import { isAuditEntryId } from '@kushk/contracts';
import { entryIdOf, firstIdAt } from './entry-id.js';

const millisecond = (at: number) =>
  `${at
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7fff-bfff-ffffffffffff`;

describe('the id of an audit entry', () => {
  it('increases with the time of the event id, and is not below the first id of its millisecond', () => {
    const at = Date.parse('2026-11-22T10:00:00.000Z');
    const id = entryIdOf(millisecond(at));
    expect(isAuditEntryId(id)).toBe(true);
    expect(firstIdAt(new Date(at)) < id).toBe(true);
    expect(id < firstIdAt(new Date(at + 1))).toBe(true);
    expect(id < entryIdOf(millisecond(at + 86_400_000))).toBe(true);
  });

  it('is recognised, and nothing else is', () => {
    for (const text of ['', 'aud_', 'per_01kh', `aud_${'z'.repeat(26)}`, `aud_${'0'.repeat(25)}i`])
      expect(isAuditEntryId(text)).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { isAuditEntryId } from '@kushk/contracts';
import { entryIdOf, firstIdAt } from './entry-id.js';

const at = new Date('2026-11-22T10:00:00.000Z');
const later = new Date(at.getTime() + 1);
const fact = (position: bigint, time = at, category = 'case') => ({ position, at: time, category });

describe('the id of an audit entry', () => {
  it('has the order of the facts: by time, then by position in the log', () => {
    const ids = [
      firstIdAt(at),
      entryIdOf(fact(1n)),
      entryIdOf(fact(2n)),
      entryIdOf(fact(2n ** 62n)),
      firstIdAt(later),
      entryIdOf(fact(1n, later)),
    ];
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(isAuditEntryId(id)).toBe(true);
  });

  it('differs between facts of two services with the same time and position', () => {
    const categories = ['installation', 'listing', 'wallet', 'person', 'organisation', 'case', 'document', 'session'];
    const more = ['calendar_event', 'proposal', 'rule_set', 'record', 'source', 'staff'];
    const ids = [...categories, ...more].map((category) => entryIdOf(fact(7n, at, category)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is recognised, and nothing else is', () => {
    for (const text of ['', 'aud_', 'per_01kh', `aud_${'z'.repeat(26)}`, `aud_${'0'.repeat(25)}i`])
      expect(isAuditEntryId(text)).toBe(false);
  });
});

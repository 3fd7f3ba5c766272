import { describe, expect, it } from '@jest/globals';
import { validate, version } from 'uuid';
import { newEventId } from './event-id.js';

describe('newEventId', () => {
  it('returns unique UUIDv7 values', () => {
    const ids = Array.from({ length: 20_000 }, newEventId);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('returns an id that starts with the current millisecond', () => {
    const before = Date.now();
    const millisecond = Number.parseInt(newEventId().replaceAll('-', '').slice(0, 12), 16);
    expect(millisecond).toBeGreaterThanOrEqual(before);
    expect(millisecond).toBeLessThanOrEqual(Date.now());
  });
});

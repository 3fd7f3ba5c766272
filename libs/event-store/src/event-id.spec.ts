import { describe, expect, it } from '@jest/globals';
import { validate, version } from 'uuid';
import { newEventId } from './event-id.js';

describe('an event id', () => {
  it('is a UUIDv7 of its millisecond, and never there twice', () => {
    const before = Date.now();
    const ids = Array.from({ length: 20_000 }, newEventId);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    const millisecond = Number.parseInt((ids[0] as string).replaceAll('-', '').slice(0, 12), 16);
    expect(millisecond).toBeGreaterThanOrEqual(before);
    expect(millisecond).toBeLessThanOrEqual(Date.now());
  });
});

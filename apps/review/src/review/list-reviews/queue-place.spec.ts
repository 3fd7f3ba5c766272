import { describe, expect, it } from '@jest/globals';
import { cursorOf, placeOf } from './queue-place.js';

describe('a place in the queue', () => {
  it('comes back from its cursor', () => {
    const place = { submittedAt: '2026-11-20T08:00:00.123Z', key: 'ir.acme.invoices@1.4.0-rc.1' };
    expect(cursorOf(place)).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(placeOf(cursorOf(place))).toEqual(place);
  });

  it.each(['', 'x', '%%%', 'ab cd', cursorOf({ submittedAt: 'yesterday', key: 'a.b@1.0.0' }), cursorOf({ submittedAt: '2026-13-41T08:00:00.123Z', key: 'a.b@1.0.0' }), cursorOf({ submittedAt: '2026-11-20T08:00:00.123Z', key: 'no key' })])(
    'is not made of %j',
    (text) => expect(placeOf(text)).toBeNull(),
  );
});

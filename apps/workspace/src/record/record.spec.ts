import { describe, expect, it } from '@jest/globals';
import { isExternalId } from './record.js';

describe('an external id', () => {
  it.each(['a', '...', '.a', 'a/..', 'فاکتور ۷', '%2e', ' ', '۰'.repeat(200)])('may be %j', (id) => {
    expect(isExternalId(id)).toBe(true);
  });

  // Clients remove dot segments from a path (RFC 3986, section 5.2.4).
  it.each(['', '.', '..', 'a\u0000', '\ud800', 'x'.repeat(201)])('cannot be %j', (id) => {
    expect(isExternalId(id)).toBe(false);
  });
});

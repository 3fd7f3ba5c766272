import { describe, expect, it } from '@jest/globals';
import { membershipKey } from './person.js';

/** The longest that the people's API takes, and the longest id that a stream may have. */
const LONGEST = { issuer: 500, subject: 255, streamId: 400 };

describe('the place of a sign-in identity in an organisation', () => {
  it('can be kept, however long the identity is', () => {
    const key = membershipKey(
      'org_01jdcxxxxxxxxxxxxxxxxxxxxx',
      `https://${'i'.repeat(LONGEST.issuer - 8)}`,
      's'.repeat(LONGEST.subject),
    );
    expect([...key].length).toBeLessThanOrEqual(LONGEST.streamId);
  });

  it("is no other identity's place", () => {
    const keys = [
      ['https://a b', 'c'],
      ['https://a', 'b c'],
      ['https://a', 'c'],
      ['https://c', 'a'],
    ].map(([issuer = '', subject = '']) => membershipKey('org_1', issuer, subject));
    expect(new Set([...keys, membershipKey('org_2', 'https://a', 'c')]).size).toBe(5);
  });
});

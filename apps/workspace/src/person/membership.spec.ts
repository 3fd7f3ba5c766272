import { describe, expect, it } from '@jest/globals';
import { membershipKey } from './membership.js';

/** The longest identity that the API accepts, and the longest stream id. */
const LONGEST = { issuer: 500, subject: 255, streamId: 400 };

describe('membershipKey', () => {
  it('fits into a stream id, however long the identity is', () => {
    const key = membershipKey(
      'org_01jdcxxxxxxxxxxxxxxxxxxxxx',
      `https://${'i'.repeat(LONGEST.issuer - 8)}`,
      's'.repeat(LONGEST.subject),
    );
    expect([...key].length).toBeLessThanOrEqual(LONGEST.streamId);
  });

  it('differs for identities that differ only in where the issuer ends', () => {
    const keys = [
      ['https://a b', 'c'],
      ['https://a', 'b c'],
      ['https://a', 'c'],
      ['https://c', 'a'],
    ].map(([issuer = '', subject = '']) => membershipKey('org_1', issuer, subject));
    expect(new Set([...keys, membershipKey('org_2', 'https://a', 'c')]).size).toBe(5);
  });
});

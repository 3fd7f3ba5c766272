import { describe, expect, it } from '@jest/globals';
import { membershipKey } from './membership.js';

/** The maximum lengths of an issuer and a subject in the API, and of a stream id. */
const LONGEST = { issuer: 500, subject: 255, streamId: 400 };

describe('membershipKey', () => {
  it('fits into a stream id for the longest identity', () => {
    const key = membershipKey(
      'org_01jdcxxxxxxxxxxxxxxxxxxxxx',
      `https://${'i'.repeat(LONGEST.issuer - 8)}`,
      's'.repeat(LONGEST.subject),
    );
    expect([...key].length).toBeLessThanOrEqual(LONGEST.streamId);
  });

  it('differs for identities whose issuer and subject concatenate to the same text', () => {
    const keys = [
      ['https://a b', 'c'],
      ['https://a', 'b c'],
      ['https://a', 'c'],
      ['https://c', 'a'],
    ].map(([issuer = '', subject = '']) => membershipKey('org_1', issuer, subject));
    expect(new Set([...keys, membershipKey('org_2', 'https://a', 'c')]).size).toBe(5);
  });
});

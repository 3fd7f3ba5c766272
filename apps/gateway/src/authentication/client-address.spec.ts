import { describe, expect, it } from '@jest/globals';
import { limitedAddress } from './client-address.js';

describe('limitedAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('counts %s as %s', (ip, counted) => {
    expect(limitedAddress(ip)).toBe(counted);
  });
});

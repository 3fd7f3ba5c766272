import { describe, expect, it } from '@jest/globals';
import { nameAddress, NAMES_PER_NETWORK, networkAddresses, networkCount } from './network-addresses.js';

describe('networkAddresses', () => {
  it('gives each slot 128 addresses of its own, from the first to the last one of the subnet', () => {
    expect(networkAddresses('10.213.0.0/16', 0)).toEqual({
      slot: 0,
      subnet: '10.213.0.0/25',
      gateway: '10.213.0.1',
      container: '10.213.0.2',
      service: '10.213.0.3',
    });
    expect(networkAddresses('10.213.0.0/16', networkCount('10.213.0.0/16') - 1).subnet).toBe('10.213.255.128/25');
  });

  it('starts at the network of an address that is written with host bits', () => {
    expect(networkAddresses('192.168.77.9/24', 1).subnet).toBe('192.168.77.128/25');
    expect([networkCount('192.168.77.9/24'), networkCount('192.168.77.0/25')]).toEqual([2, 1]);
  });

  it('has an address for each of a hundred names, none of them the broadcast address or of the next network', () => {
    const network = networkAddresses('10.213.0.0/16', 1);
    expect(NAMES_PER_NETWORK).toBeGreaterThanOrEqual(100);
    expect([nameAddress(network, 0), nameAddress(network, NAMES_PER_NETWORK - 1)]).toEqual([
      '10.213.0.132',
      '10.213.0.254',
    ]);
    expect(() => nameAddress(network, NAMES_PER_NETWORK)).toThrow(RangeError);
  });
});

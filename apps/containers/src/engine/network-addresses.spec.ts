import { describe, expect, it } from '@jest/globals';
import { networkAddresses, networkCount } from './network-addresses.js';

describe('networkAddresses', () => {
  it('gives each slot sixteen addresses of its own, from the first to the last one of the subnet', () => {
    expect(networkAddresses('10.213.0.0/16', 0)).toEqual({
      subnet: '10.213.0.0/28',
      gateway: '10.213.0.1',
      container: '10.213.0.2',
    });
    expect(networkAddresses('10.213.0.0/16', networkCount('10.213.0.0/16') - 1).subnet).toBe('10.213.255.240/28');
  });

  it('starts at the network of an address that is written with host bits', () => {
    expect(networkAddresses('192.168.77.9/24', 1).subnet).toBe('192.168.77.16/28');
    expect([networkCount('192.168.77.9/24'), networkCount('192.168.77.0/28')]).toEqual([16, 1]);
  });
});

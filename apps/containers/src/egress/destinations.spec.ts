import { describe, expect, it } from '@jest/globals';
import { networkAddresses } from '../engine/network-addresses.js';
import { hostsOf, namedDestinations, parseDestination } from './destinations.js';

const network = networkAddresses('10.213.0.0/16', 0);

describe('the declared destinations', () => {
  it('are parsed, with the brackets of an IPv6 address removed', () => {
    expect(parseDestination('Api.Acme.ir:443')).toEqual({ host: 'api.acme.ir', port: 443 });
    expect(parseDestination('[2001:db8::1]:8443')).toEqual({ host: '2001:db8::1', port: 8443 });
  });

  it('are opened only when they are names: the address of a literal cannot be checked again later', () => {
    const egress = ['a.ir:443', '169.254.169.254:80', '8.8.8.8:53', '[2001:db8::1]:443', '127.0.0.1:5432'];
    expect(namedDestinations(egress)).toEqual([{ host: 'a.ir', port: 443 }]);
  });

  it('have one address for each name, and the service has its own', () => {
    const hosts = hostsOf(network, 'service.containers.internal', [
      'a.ir:443',
      'b.ir:443',
      'a.ir:8443',
      'service.containers.internal:9',
    ]);
    expect([...hosts]).toEqual([
      ['service.containers.internal', '10.213.0.3'],
      ['a.ir', '10.213.0.4'],
      ['b.ir', '10.213.0.5'],
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { hostAndPort, InFlightCounter } from './in-flight-counter.js';

const limits = { total: 3, perEndpoint: 2, perHost: 2 };

describe('InFlightCounter', () => {
  it('counts attempts per endpoint, per host and in total', () => {
    const inFlight = new InFlightCounter(limits);
    inFlight.started('ins_a', 'host-1');
    inFlight.started('ins_b', 'host-1');
    inFlight.started('ins_b', 'host-2');
    expect([inFlight.ofEndpoint('ins_a'), inFlight.ofEndpoint('ins_b'), inFlight.ofEndpoint('ins_c')]).toEqual([
      1, 2, 0,
    ]);
    expect([inFlight.availableAt('host-1'), inFlight.availableAt('host-2'), inFlight.availableAt('host-3')]).toEqual([
      0, 1, 2,
    ]);
    expect([inFlight.total, inFlight.available]).toEqual([3, 0]);
  });

  it('frees capacity when an attempt ends', () => {
    const inFlight = new InFlightCounter(limits);
    inFlight.started('ins_a', 'host-1');
    inFlight.started('ins_a', 'host-1');
    inFlight.ended('ins_a', 'host-1');
    expect([inFlight.ofEndpoint('ins_a'), inFlight.availableAt('host-1'), inFlight.available]).toEqual([1, 1, 2]);
  });

  it.each([
    ['https://plugin.acme.ir/kushk', 'plugin.acme.ir'],
    ['https://plugin.acme.ir:8443', 'plugin.acme.ir:8443'],
    ['no url', 'no url'],
  ])('hostAndPort: returns the host of %s as %s', (baseUrl, host) => {
    expect(hostAndPort(baseUrl)).toBe(host);
  });
});

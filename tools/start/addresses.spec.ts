import { describe, expect, it } from '@jest/globals';
import { addressesFrom, portBaseFrom } from './addresses.js';

describe('the ports of a system', () => {
  it('all follow from one, and no two are alike', () => {
    const { hub, instance, signIn, samplePlugin, postgresPort, natsPort, healthPorts } = addressesFrom(9000);
    expect([hub.port, instance.port, postgresPort, natsPort, signIn.port, samplePlugin.port]).toEqual([
      9000, 9001, 9020, 9021, 9022, 9023,
    ]);
    expect(Object.values(healthPorts)).toEqual([9031, 9032, 9033, 9034, 9035, 9036]);
  });

  it('are the usual ones, those that are asked for, or those that the data was made with', () => {
    expect(portBaseFrom(undefined, null)).toBe(8080);
    expect(portBaseFrom('9000', null)).toBe(9000);
    expect(portBaseFrom(undefined, 9000)).toBe(9000);
    expect(portBaseFrom('9000', 9000)).toBe(9000);
  });

  it.each(['abc', '80', '65530', '8080.5'])('cannot follow from %s', (asked) => {
    expect(() => portBaseFrom(asked, null)).toThrow('KUSHK_PORT_BASE must be a port between 1024 and');
  });

  it('do not move under data that exists', () => {
    expect(() => portBaseFrom('8080', 9000)).toThrow('This data was made with KUSHK_PORT_BASE=9000');
  });
});

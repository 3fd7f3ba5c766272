import { describe, expect, it } from '@jest/globals';
import { addressesFrom, portBaseFrom } from './addresses.js';

describe('addressesFrom', () => {
  it('derives distinct ports from one port base', () => {
    const { hub, instance, signIn, samplePlugin, postgresPort, natsPort, healthPorts } = addressesFrom(9000);
    expect([hub.port, instance.port, postgresPort, natsPort, signIn.port, samplePlugin.port]).toEqual([
      9000, 9001, 9020, 9021, 9022, 9023,
    ]);
    expect([hub.healthPort, instance.healthPort, ...Object.values(healthPorts)]).toEqual([
      9028, 9029, 9031, 9032, 9033, 9034, 9035, 9036, 9037,
    ]);
  });
});

describe('portBaseFrom', () => {
  it('returns the requested port base, else the stored one, else the default', () => {
    expect(portBaseFrom(undefined, null)).toBe(8080);
    expect(portBaseFrom('9000', null)).toBe(9000);
    expect(portBaseFrom(undefined, 9000)).toBe(9000);
    expect(portBaseFrom('9000', 9000)).toBe(9000);
  });

  it.each(['abc', '80', '65530', '8080.5'])('rejects the port base %s', (requested) => {
    expect(() => portBaseFrom(requested, null)).toThrow('KUSHK_PORT_BASE must be a port between 1024 and');
  });

  it('rejects a port base that differs from the stored one', () => {
    expect(() => portBaseFrom('8080', 9000)).toThrow('This data was created with KUSHK_PORT_BASE=9000');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Addresses } from '../start/addresses.js';
import { defaultFleetBase, fleetAddresses, instanceCount, maxInstances } from './fleet-addresses.js';

const portsOf = ({ instance, natsPort, postgresPort, healthPorts }: Addresses): number[] => [
  instance.port,
  instance.healthPort,
  natsPort,
  postgresPort,
  ...Object.values(healthPorts),
];

describe('fleetAddresses', () => {
  it('returns distinct ports, and the same hub addresses for every instance', () => {
    const { hub, leafPort, instances } = fleetAddresses(defaultFleetBase, maxInstances);
    const all = [hub.hub.port, hub.hub.healthPort, hub.signIn.port, leafPort, ...[hub, ...instances].flatMap(portsOf)];
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(instances.map(({ instance }) => instance.id)).size).toBe(maxInstances);
    expect(new Set(instances.map((one) => `${one.hub.baseUrl} ${one.signIn.issuer}`))).toEqual(
      new Set([`${hub.hub.baseUrl} ${hub.signIn.issuer}`]),
    );
  });

  it('throws when the instances need more ports than remain above the port base', () => {
    expect(() => fleetAddresses(65_000, 20)).toThrow('There are no ports for 20 instances');
  });
});

describe('instanceCount', () => {
  it.each([
    [[], 2],
    [['--instances', '5'], 5],
    [['--instances=5'], 5],
    [['--instances', '20'], 20],
  ])('for the arguments %j returns %d', (args, count) => expect(instanceCount(args)).toBe(count));
  it.each(
    [
      ['--instances'],
      ['--instances', '0'],
      ['--instances', '21'],
      ['--instances', '2.5'],
      ['5'],
      ['--instances', '2', '3'],
    ].map((args) => [args]),
  )('rejects the arguments %j', (args) => expect(() => instanceCount(args)).toThrow('1 to 20'));
});

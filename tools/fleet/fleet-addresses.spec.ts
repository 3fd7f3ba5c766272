import { describe, expect, it } from '@jest/globals';
import type { Addresses } from '../start/addresses.js';
import { defaultFleetBase, fleetAddresses, instanceCount, mostInstances } from './fleet-addresses.js';

const portsOf = ({ instance, natsPort, postgresPort, healthPorts }: Addresses): number[] => [
  instance.port,
  natsPort,
  postgresPort,
  ...Object.values(healthPorts),
];

describe('the addresses of a fleet', () => {
  it('are all different, and all instances know the one hub', () => {
    const { hub, leafPort, instances } = fleetAddresses(defaultFleetBase, mostInstances);
    const all = [hub.hub.port, hub.signIn.port, leafPort, ...[hub, ...instances].flatMap(portsOf)];
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(instances.map(({ instance }) => instance.id)).size).toBe(mostInstances);
    expect(new Set(instances.map((one) => `${one.hub.baseUrl} ${one.signIn.issuer}`))).toEqual(
      new Set([`${hub.hub.baseUrl} ${hub.signIn.issuer}`]),
    );
  });

  it('must exist', () => {
    expect(() => fleetAddresses(65_000, 20)).toThrow('There are no ports for 20 instances');
  });
});

describe('--instances', () => {
  it.each([
    [[], 2],
    [['--instances', '5'], 5],
    [['--instances=5'], 5],
    [['--instances', '20'], 20],
  ])('%j is %d', (args, count) => expect(instanceCount(args)).toBe(count));
  it.each(
    [
      ['--instances'],
      ['--instances', '0'],
      ['--instances', '21'],
      ['--instances', '2.5'],
      ['5'],
      ['--instances', '2', '3'],
    ].map((args) => [args]),
  )('is not %j', (args) => expect(() => instanceCount(args)).toThrow('1 to 20'));
});

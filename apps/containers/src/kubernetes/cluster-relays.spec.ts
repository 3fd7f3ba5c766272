import { describe, expect, it } from '@jest/globals';
import { portBlock, portBlockCount, relayedHosts } from './cluster-relays.js';

const range = { first: 10_240, last: 32_767 };

describe('the ways out of a container on a cluster', () => {
  it('are one port of its own for the service, for names, and for each declared destination', () => {
    const hosts = relayedHosts(portBlock(range, 2), 'https://assistant.example', [
      'api.acme.ir:443',
      'api.acme.ir:8443',
      'mail.acme.ir:25',
      'assistant.example:443',
      '192.0.2.7:443',
    ]);
    expect(hosts.map(({ host, ports }) => [host, ports.map(({ name, listener }) => `${name} ${listener}`)])).toEqual([
      ['assistant.example', ['dns-udp 10304', 'dns-tcp 10304', 'tcp-443 10305']],
      ['api.acme.ir', ['tcp-443 10306', 'tcp-8443 10307']],
      ['mail.acme.ir', ['tcp-25 10308']],
    ]);
  });

  it('never share a port with another installation, and thirty destinations are the most', () => {
    const egress = Array.from({ length: 31 }, (_, index) => `h${index}.acme.ir:443`);
    const ports = [0, 1, 2].flatMap((slot) =>
      relayedHosts(portBlock(range, slot), 'http://a.example', egress.slice(1)).flatMap((host) => host.ports),
    );
    const tcp = ports.filter(({ protocol }) => protocol === 'TCP').map(({ listener }) => listener);
    expect(new Set(tcp).size).toBe(3 * 32);
    expect(() => relayedHosts(portBlock(range, 0), 'http://a.example', egress)).toThrow('more than 30 destinations');
    expect(portBlockCount(range)).toBe(704);
    expect(portBlock(range, 703).last).toBe(range.last);
  });
});

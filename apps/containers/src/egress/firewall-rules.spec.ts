import { describe, expect, it } from '@jest/globals';
import { droppedIn, rulesOf, shapeOf, tableOf, type Listing } from './firewall-rules.js';

const firewall = { table: tableOf('inst-1'), subnet: '10.213.0.0/16' };
const listener = { address: '10.213.0.3', port: 40_001 };
const first = {
  container: '10.213.0.2',
  open: [{ protocol: 'tcp' as const, address: '10.213.0.4', port: 443, listener }],
};

describe('the rules', () => {
  it('open a destination to one container only, by its own address, and send it to the listener', () => {
    const rules = rulesOf(firewall, [first, { container: '10.213.0.130', open: [] }]);
    expect(rules).toContain('elements = { 10.213.0.2 . 10.213.0.4 . tcp . 443 }');
    expect(rules).toContain('elements = { 10.213.0.2 . 10.213.0.4 . tcp . 443 : 10.213.0.3 . 40001 }');
    expect(rules).toContain('elements = { 10.213.0.2 : jump from_10_213_0_2, 10.213.0.130 : jump from_10_213_0_130 }');
  });

  it('drop everything of the subnet when no container is known', () => {
    const rules = rulesOf(firewall, []);
    expect(rules).not.toContain('elements');
    expect(rules.indexOf('ip saddr 10.213.0.0/16 drop')).toBeGreaterThan(rules.indexOf('vmap @containers'));
  });
});

const listing = (packets: number, more: Listing['nftables'] = []): Listing => ({
  nftables: [
    { metainfo: { version: '1.0.6' } },
    { table: { name: 'kushk_inst_1', handle: packets } },
    {
      set: {
        name: 'dropped_10_213_0_2',
        handle: 3,
        elem: [
          { elem: { val: { concat: ['10.213.0.1', 'tcp', 22] }, counter: { packets, bytes: 60 } } },
          { elem: { val: { concat: ['10.213.0.130', 'icmp', 0] }, counter: { packets: 1, bytes: 84 } } },
        ],
      },
    },
    ...more,
  ],
});

describe('a listing of the rules', () => {
  it('has the packets that were dropped, by container and destination', () => {
    expect(droppedIn(listing(4))).toEqual([
      { container: '10.213.0.2', address: '10.213.0.1', protocol: 'tcp', port: 22, packets: 4 },
      { container: '10.213.0.2', address: '10.213.0.130', protocol: 'other', port: 0, packets: 1 },
    ]);
  });

  it('has the same shape whatever was counted, and another one after any change of the rules', () => {
    expect(shapeOf(listing(4))).toBe(shapeOf(listing(9)));
    const rule = { rule: { chain: 'incoming', handle: 9, expr: [{ accept: null }] } };
    expect(shapeOf(listing(4, [rule]))).not.toBe(shapeOf(listing(4)));
  });
});

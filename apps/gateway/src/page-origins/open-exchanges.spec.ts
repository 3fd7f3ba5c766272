import { describe, expect, it } from '@jest/globals';
import { ByteRate } from './byte-rate.js';
import { OpenExchanges } from './open-exchanges.js';
import { PAGE_LIMITS } from './page-limits.js';

const host = (installation_id: string, organisation_id = 'org_1') =>
  ({ installation_id, organisation_id, status: 'installed' }) as const;

function exchanges() {
  const open = new OpenExchanges({ ...PAGE_LIMITS, openOfInstallation: 2, openOfOrganisation: 3, open: 4 });
  const ended: string[] = [];
  const start = (id: string, organisation?: string) =>
    open.open(host(id, organisation), { label: `label-${id}`, end: () => void ended.push(id) });
  return { open, start, ended };
}

describe('OpenExchanges', () => {
  it('limits those of an installation, of an organisation and of the gateway, until they are released', () => {
    const { start } = exchanges();
    const first = start('a');
    start('a');
    expect(() => start('a')).toThrow('rate.limited');
    start('b');
    expect(() => start('c')).toThrow('rate.limited');
    start('d', 'org_2');
    expect(() => start('e', 'org_3')).toThrow('rate.limited');
    first.release();
    first.release();
    start('a');
    expect(() => start('b')).toThrow('rate.limited');
  });

  it('ends those of one installation, and the streams of all', () => {
    const { open, start, ended } = exchanges();
    start('a');
    start('b').lasts();
    expect(open.labels(null)).toEqual(
      new Map([
        ['a', 'label-a'],
        ['b', 'label-b'],
      ]),
    );
    expect(open.labels(['b', 'z'])).toEqual(new Map([['b', 'label-b']]));
    open.endOf('a');
    expect(ended).toEqual(['a']);
    open.endStreams();
    expect(ended).toEqual(['a', 'b']);
  });
});

describe('ByteRate', () => {
  it('lets a burst pass at once, and then bytes at its rate', () => {
    const rate = new ByteRate({ perSecond: 1_000, burst: 500 });
    expect(rate.delayMs(500, 10_000)).toBe(0);
    expect(rate.delayMs(100, 10_000)).toBeCloseTo(100);
    expect(rate.delayMs(100, 10_000)).toBeCloseTo(200);
    expect(rate.delayMs(100, 10_300)).toBeCloseTo(0);
    expect(rate.delayMs(500, 20_000)).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import { catalogue, catalogueUsage, type StoredUsage, type RequestOf, type RequestType } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import { collectUsage } from './collect-usage.js';
import { parseInstanceReport } from './instance-report.js';
import { mergedUsage } from './merged-usage.js';
import { closableMonths, usageMonth } from './usage-month.js';

function refusalOf(month: string, now: string): Refused {
  try {
    usageMonth(month, new Date(now));
  } catch (error) {
    if (error instanceof Refused) return error;
  }
  throw new Error('it was accepted');
}

describe('usageMonth', () => {
  it('defaults to the current month in Tehran', () => {
    expect(usageMonth(null, new Date('2026-11-30T20:29:59Z'))).toBe('2026-11');
    expect(usageMonth(null, new Date('2026-11-30T20:30:00Z'))).toBe('2026-12');
  });

  it('accepts months from 2000-01 to the current one', () => {
    const now = new Date('2026-11-20T00:00:00Z');
    expect(usageMonth('2000-01', now)).toBe('2000-01');
    expect(usageMonth('2026-11', now)).toBe('2026-11');
    expect(refusalOf('2026-12', now.toISOString())).toMatchObject({
      code: 'usage.month_in_future',
      params: { current: '2026-11' },
    });
  });

  it.each([
    ['1405-08', '2026-10'],
    ['1405-01', '2026-03'],
    ['1405-10', '2026-12'],
    ['1405-11', '2027-01'],
    ['1405-12', '2027-02'],
    ['1399-09', '2020-11'],
  ])('rejects the Jalali month %s and suggests the Gregorian month %s', (jalali, gregorian) => {
    expect(refusalOf(jalali, '2026-11-20T00:00:00Z').params['hint']).toContain(gregorian);
  });

  it.each(['2026-13', '2026-00', '26-01', '2026/01', '۲۰۲۶-۰۱', '', '1999-12', '2026-1', '-2026-01', '2026-01-01'])(
    'rejects the month %j',
    (text) => {
      expect(refusalOf(text, '2026-11-20T00:00:00Z').code).toBe('usage.month_invalid');
    },
  );
});

describe('mergedUsage', () => {
  const item = {
    sequence: 1,
    mu_purchased: '0',
    mu_gifted: '0',
    proposals_applied: 0,
    proposals_rejected: 0,
    services: [],
  };

  it('adds amounts exactly and lists every plugin, with or without usage', () => {
    const items = Array.from({ length: 10 }, (_, index) => ({
      ...item,
      plugin_id: 'a',
      alias: `inst_${index}`,
      mu_consumed: '0.1',
    }));
    const [a, b] = mergedUsage(['a', 'b'], items);
    expect(a!.totals.mu_consumed).toBe('1');
    expect(b).toEqual({
      plugin_id: 'b',
      totals: { mu_consumed: '0', mu_purchased: '0', mu_gifted: '0', proposals_applied: 0, proposals_rejected: 0 },
      installations: [],
    });
  });

  it('omits items of other plugins and the sequence numbers of the items', () => {
    const [a] = mergedUsage(
      ['a'],
      [
        { ...item, plugin_id: 'z', alias: 'inst_z', mu_consumed: '9' },
        { ...item, plugin_id: 'a', alias: 'inst_a', mu_consumed: '2' },
      ],
    );
    expect(JSON.stringify(a)).not.toMatch(/inst_z|sequence/);
  });
});

/** The stored usage of an instance that sent no earlier reports. */
function storedAs(id: string, reports: RequestOf<typeof catalogueUsage.recordUsage>['reports']): StoredUsage {
  const report = reports.find(({ instance_id }) => instance_id === id);
  return {
    instance_id: id,
    registered: true,
    accepted: report !== undefined,
    closed: report?.closed ?? false,
    items: report?.items ?? [],
  };
}

describe('closableMonths', () => {
  it.each([
    ['2026-11-20T00:00:00Z', ['2026-10', '2026-09', '2026-08']],
    ['2026-10-31T20:30:00Z', ['2026-09', '2026-08']],
    ['2026-10-31T21:29:59.999Z', ['2026-09', '2026-08']],
    ['2026-10-31T21:30:00Z', ['2026-10', '2026-09', '2026-08']],
    // Daylight saving time ended in September 2022, so that month is an hour longer.
    ['2022-09-30T21:29:59.999Z', ['2022-08', '2022-07']],
    ['2022-09-30T21:30:00Z', ['2022-09', '2022-08', '2022-07']],
    ['2022-03-31T20:30:00Z', ['2022-03', '2022-02', '2022-01']],
  ])('at %s returns the months %j', (at, months) => expect(closableMonths(new Date(at))).toEqual(months));
});

describe('collectUsage', () => {
  const item = {
    plugin_id: 'a',
    alias: `inst_${'1'.repeat(20)}`,
    sequence: 1,
    mu_consumed: '2',
    mu_purchased: '0',
    mu_gifted: '0',
    proposals_applied: 0,
    proposals_rejected: 0,
    services: [],
  };

  it.each([
    { mu_consumed: 'NaN' },
    { mu_purchased: '-1' },
    { mu_gifted: '1e3' },
    { proposals_applied: -1 },
    { proposals_rejected: 0.5 },
    { services: null },
    { services: [{ service: 'ocr.page', count: 1, mu: 'NaN' }] },
    { services: [{ service: 'ocr.page', count: -1, mu: '1' }] },
    { services: [{ service: 'Sepehr Trading', count: 1, mu: '1' }] },
    { alias: 'org_sepehr_trading' },
    { sequence: 'x' },
  ])("ignores an instance's report with the invalid value %j and counts the other reports", async (invalid) => {
    const send = ((
      type: RequestType<unknown, unknown>,
      request: RequestOf<typeof catalogueUsage.recordUsage>,
      options?: { readonly scope?: string },
    ) => {
      if (type === catalogue.listPlugins)
        return Promise.resolve({ reply: { items: [{ id: 'a' }], next_cursor: null }, replayed: false });
      if (type === catalogue.listInstances)
        return Promise.resolve({ reply: { items: [{ id: 'sound' }, { id: 'broken' }] }, replayed: false });
      if (type === catalogueUsage.recordUsage)
        return Promise.resolve({
          reply: { stored: ['sound', 'broken'].map((id) => storedAs(id, request.reports)) },
          replayed: false,
        });
      return Promise.resolve({
        reply: {
          closed: false,
          as_of: '2026-11-20T00:00:00Z',
          items: [options?.scope === 'broken' ? { ...item, ...invalid } : item],
        },
        replayed: false,
      });
    }) as SendRequest;
    const usage = await collectUsage(
      { publisherId: 'acme', month: '2026-11', now: new Date('2026-11-20T00:00:00Z') },
      { aliasKey: Buffer.alloc(32) },
      send,
    );
    expect(usage).toMatchObject({
      partial: true,
      plugins: [{ totals: { mu_consumed: '2', mu_gifted: '0', proposals_applied: 0 } }],
    });
  });

  it('copies only known fields of the requested plugins from a report', () => {
    const services = [{ service: 'ocr.page', count: 8, mu: '2' }];
    const reported = {
      ...item,
      services: services.map((one) => ({ ...one, customer: 'Sepehr' })),
      organisation_id: 'org_sepehr',
    };
    expect(
      parseInstanceReport(
        {
          as_of: '2026-11-20T12:30:00+03:30',
          closed: false,
          items: [reported, { ...reported, plugin_id: 'z' }],
          organisation: 'Sepehr',
        },
        ['a'],
      ),
    ).toEqual({
      as_of: '2026-11-20T09:00:00.000Z',
      closed: false,
      items: [{ ...item, services }],
    });
    for (const report of [
      null,
      [],
      {},
      { items: [] },
      { items: [null], as_of: '2026-11-20T09:00:00Z', closed: false },
      { items: [], as_of: 'soon', closed: false },
      { items: [], as_of: '2026-11-20T09:00:00Z' },
    ])
      expect(parseInstanceReport(report, ['a'])).toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueUsage,
  instanceGateway,
  type InstanceUsageItem,
  type ListedPlugin,
  type PublisherResource,
  KEY_SCOPES,
} from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { accepted } from '../../test/outcomes.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';
import type { ReceivedRequest, StubServices } from '../../test/stub-services.js';

const publisher: PublisherResource = { id: 'acme', name: 'Acme' };
const key = {
  id: 'key_1',
  label: 'ci',
  last4: 'abcd',
  scopes: KEY_SCOPES,
  plugin_id: null,
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};
const listed: ListedPlugin = {
  id: 'ir.acme.a',
  names: { en: 'Invoices' },
  kind: 'external',
  latest_published: null,
  deprecation: null,
  revision: '1',
};

let gateway: GatewayUnderTest;
let services: StubServices;
let client: HttpClient;

beforeAll(async () => {
  gateway = await startGateway('hub');
  services = gateway.services;
  client = httpClient(gateway.port, { authorization: `Bearer ${newCredential('kp')}` });
  await services.respond(catalogue.authenticateKey, () => accepted({ publisher, key }));
});
afterAll(() => gateway.stop());

describe('GET /developer/v1/usage', () => {
  const isInstanceRequest = ({ subject }: ReceivedRequest) => subject === instanceGateway.monthlyUsage.subject;
  const item = {
    plugin_id: 'ir.acme.a',
    sequence: 1,
    mu_gifted: '50',
    mu_reversed: '0',
    mu_revoked: '0.5',
    mu_purchased: '0',
    proposals_applied: 2,
    proposals_rejected: 1,
    services: [{ service: 'ocr.page', count: 3, mu: '0.75' }],
  };

  beforeAll(async () => {
    await services.respond(catalogue.listPlugins, () => accepted({ items: [listed], next_cursor: null }));
  });

  /** A stub catalogue that stores the last items of the only instance in each month. */
  beforeAll(async () => {
    const known = new Map<string, { closed: boolean; items: readonly InstanceUsageItem[] }>();
    const ofMonth = (month: string) => known.get(month) ?? { closed: false, items: [] };
    await services.respond(catalogueUsage.recordUsage, ({ month, items }) => {
      known.set(month, { ...ofMonth(month), items });
      return accepted({ regressed: [] });
    });
    await services.respond(catalogueUsage.completeUsage, ({ month, closed }) => {
      known.set(month, { ...ofMonth(month), closed });
      return accepted({ accepted: true });
    });
    await services.respond(catalogueUsage.usageStatus, ({ month }) => {
      const { closed, items } = ofMonth(month);
      return accepted({ instances: [{ instance_id: 'i1', registered: true, closed, installations: items.length }] });
    });
    await services.respond(catalogueUsage.usageTotals, () =>
      accepted({
        plugins: [
          {
            plugin_id: 'ir.acme.a',
            mu_consumed: '0.300001',
            mu_purchased: '0',
            mu_gifted: '100',
            mu_reversed: '0',
            mu_revoked: '1',
            proposals_applied: 4,
            proposals_rejected: 2,
          },
        ],
      }),
    );
    await services.respond(catalogueUsage.listUsage, ({ month, cursor }) => {
      const start = Number(cursor ?? 0);
      const items = [...ofMonth(month).items].sort((a, b) => (a.alias < b.alias ? -1 : 1));
      const next = start + 1 < items.length ? String(start + 1) : null;
      return accepted({ items: items.slice(start, start + 1), next_cursor: next });
    });
  });

  it.each([
    ['2026-13', '422 usage.month_invalid'],
    ['2026-1', '422 usage.month_invalid'],
    ['1999-12', '422 usage.month_invalid'],
    ['1405-08', '422 usage.month_invalid'],
    ['2999-01', '422 usage.month_in_future'],
    ['9999-12', '422 usage.month_in_future'],
  ])('rejects the month %s', async (month, expected) => {
    expect(statusAndCode(await client(`/developer/v1/usage?month=${month}`))).toBe(expected);
  });

  it('suggests the Gregorian month when the client sent a Jalali month', async () => {
    const { json } = await client('/developer/v1/usage?month=1405-08');
    expect(json['params']).toEqual({
      month: '1405-08',
      hint: '1405-08 looks like a Jalali month. Months are Gregorian: it begins in 2026-10',
    });
  });

  it('rejects an unknown query parameter', async () => {
    expect(statusAndCode(await client('/developer/v1/usage?monht=2026-01'))).toBe('422 request.invalid');
  });

  it('returns exact amounts by installation alias for a month in the Tehran time zone', async () => {
    const end = await services.respond(instanceGateway.monthlyUsage, () =>
      accepted({
        as_of: new Date().toISOString(),
        closed: true,
        next_cursor: null,
        items: [
          { ...item, alias: `inst_${'b'.repeat(20)}`, mu_consumed: '0.1' },
          { ...item, alias: `inst_${'a'.repeat(20)}`, mu_consumed: '0.200001' },
        ],
      }),
    );
    const { status, json } = await client('/developer/v1/usage?month=2022-03');
    await end();
    expect(status).toBe(200);
    expect(json).toMatchObject({
      month: '2022-03',
      timezone: 'Asia/Tehran',
      starts_at: '2022-02-28T20:30:00.000Z',
      ends_at: '2022-03-31T19:30:00.000Z',
      partial: false,
      final: true,
      plugins: [
        {
          plugin_id: 'ir.acme.a',
          totals: { mu_consumed: '0.300001', mu_gifted: '100', proposals_applied: 4 },
          installations: [
            { alias: `inst_${'a'.repeat(20)}`, mu_consumed: '0.200001', services: item.services },
            { alias: `inst_${'b'.repeat(20)}`, mu_consumed: '0.1' },
          ],
        },
      ],
    });
    expect(JSON.stringify(json)).not.toContain('i1');
  });

  it('includes the last report of an instance that does not respond, and marks the usage as partial', async () => {
    const end = await services.respond(instanceGateway.monthlyUsage, () =>
      accepted({
        as_of: new Date().toISOString(),
        closed: true,
        next_cursor: null,
        items: [{ ...item, alias: `inst_${'a'.repeat(20)}`, mu_consumed: '7' }],
      }),
    );
    expect((await client('/developer/v1/usage')).json).toMatchObject({ partial: false, final: false });
    await end();
    const hangs = await services.hang(instanceGateway.monthlyUsage);
    const response = await client('/developer/v1/usage');
    await hangs();
    expect(response.json).toMatchObject({ partial: true, plugins: [{ installations: [{ mu_consumed: '7' }] }] });
    expect(services.received.findLast(isInstanceRequest)!.remainingMs).toBeLessThanOrEqual(2_000);
  });

  it('returns the same usage as CSV, with a record for each installation and each service', async () => {
    const { status, headers, text } = await client('/developer/v1/usage?month=2022-03&format=csv');
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    const of = (record: string, alias: string) => `2022-03,true,false,${record},ir.acme.a,inst_${alias.repeat(20)}`;
    expect(text.split('\r\n')).toEqual([
      'month,final,partial,record,plugin_id,installation,mu_consumed,mu_purchased,mu_gifted,proposals_applied,proposals_rejected,service,service_count,service_mu,mu_reversed,mu_revoked',
      `${of('installation', 'a')},0.200001,0,50,2,1,,,,0,0.5`,
      `${of('service', 'a')},,,,,,ocr.page,3,0.75,,`,
      `${of('installation', 'b')},0.1,0,50,2,1,,,,0,0.5`,
      `${of('service', 'b')},,,,,,ocr.page,3,0.75,,`,
      '',
    ]);
  });

  it('marks the usage as final when all instances have closed the month, even if none of them responds', async () => {
    const { json } = await client('/developer/v1/usage?month=2022-03');
    expect(json).toMatchObject({ partial: false, final: true, plugins: [{ totals: { mu_consumed: '0.300001' } }] });
  });
});

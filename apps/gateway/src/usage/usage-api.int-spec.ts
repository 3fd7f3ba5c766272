import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueUsage,
  instanceGateway,
  type ListedPlugin,
  type PublisherResource,
  type StoredUsage,
} from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { accepted } from '../test-harness/outcomes.js';
import { startGateway, type GatewayUnderTest } from '../test-harness/start-gateway.js';
import type { ReceivedRequest, StubServices } from '../test-harness/stub-services.js';

const publisher: PublisherResource = { id: 'acme', name: 'Acme' };
const key = {
  id: 'key_1',
  label: 'ci',
  last4: 'abcd',
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
    mu_purchased: '0',
    proposals_applied: 2,
    proposals_rejected: 1,
    services: [{ service: 'ocr.page', count: 3, mu: '0.75' }],
  };

  beforeAll(async () => {
    await services.respond(catalogue.listPlugins, () => accepted({ items: [listed], next_cursor: null }));
    await services.respond(catalogue.listInstances, () =>
      accepted({
        items: [{ id: 'i1', name: 'one', plugin_api: '1.0', public_key: null, registered_at: '2026-01-01T00:00:00Z' }],
      }),
    );
  });

  /** A stub catalogue that stores the last report of each instance. */
  beforeAll(async () => {
    const known = new Map<string, StoredUsage>();
    await services.respond(catalogueUsage.recordUsage, ({ month, reports }) => {
      for (const { instance_id, items, closed } of reports)
        known.set(`${month}/${instance_id}`, { instance_id, registered: true, accepted: true, closed, items });
      const stored = known.get(`${month}/i1`) ?? {
        instance_id: 'i1',
        registered: true,
        accepted: false,
        closed: false,
        items: [],
      };
      return accepted({ stored: [{ ...stored, accepted: reports.length > 0 }] });
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
          installations: [{ alias: `inst_${'a'.repeat(20)}` }, { alias: `inst_${'b'.repeat(20)}` }],
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
        items: [{ ...item, alias: `inst_${'a'.repeat(20)}`, mu_consumed: '7' }],
      }),
    );
    expect((await client('/developer/v1/usage')).json).toMatchObject({ partial: false, final: false });
    await end();
    const hangs = await services.hang(instanceGateway.monthlyUsage);
    const response = await client('/developer/v1/usage');
    await hangs();
    expect(response.json).toMatchObject({ partial: true, plugins: [{ totals: { mu_consumed: '7' } }] });
    expect(services.received.findLast(isInstanceRequest)!.remainingMs).toBeLessThanOrEqual(2_000);
  });

  it('marks the usage as final when all instances have closed the month, even if none of them responds', async () => {
    const { json } = await client('/developer/v1/usage?month=2022-03');
    expect(json).toMatchObject({ partial: false, final: true, plugins: [{ totals: { mu_consumed: '0.300001' } }] });
  });
});

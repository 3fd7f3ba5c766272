/** A month of a fleet ends because its test clocks are moved: its usage is collected and its statement is signed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  hubClock,
  installation,
  instanceClock,
  review,
  usageMonthClosesAt,
  usageMonthOf,
  wallet,
} from '@kushk/contracts';
import { newId } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';

const PLUGIN = 'ir.acme.invoices';
const ORGANISATION = 'org_sepehr_trading';
const BASE_URL = 'https://plugin.acme.ir';
const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
const HOUR_MS = 3_600_000;
const month = usageMonthOf(new Date());

let fleet: FleetHarness;
let instance: InstanceUnderTest;
let key: string;
beforeAll(async () => {
  fleet = await startFleet({ i1: '1.0' }, { usage: true });
  [instance] = fleet.instances as [InstanceUnderTest];
  await fleet.hub.request(catalogue.addPublisher, { id: 'acme', name: 'acme' });
  key = (await fleet.hub.request(catalogue.issueKey, { publisher_id: 'acme', label: 'CI', expires_at: null })).secret!;
  await publish();
});
afterAll(() => fleet?.stop());

async function publish(): Promise<void> {
  const manifest = {
    schema: '1',
    id: PLUGIN,
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices' },
    base_url: BASE_URL,
    scopes: { 'wallet.consume': 'Sells pages' },
    services: [{ key: 'ocr.page', names: { en: 'Page' }, unit: 'page' }],
    plans: [{ key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.25' } }],
  };
  const submission = { publisher_id: 'acme', manifest, requested_tier: '', notes: '' };
  await fleet.hub.request(catalogue.submitRelease, submission);
  const of = { plugin_id: PLUGIN, version: '1.0.0', by: 'rita' };
  await eventually(() =>
    fleet.hub.request(review.takeReview, of).then(
      () => true,
      () => false,
    ),
  );
  await fleet.hub.request(review.approveRelease, { ...of, tier: 'verified', notes: '', publish: true });
}
async function charge(count: number): Promise<void> {
  const wish = {
    organisation_id: ORGANISATION,
    by: 'per_1',
    plugin_id: PLUGIN,
    version: null,
    plan: 'basic',
    settings: {},
    locale,
    consent: { scopes: ['wallet.consume'], base_url: BASE_URL },
  };
  const { installation_id } = await eventually(() => instance.request(installation.install, wish).catch(() => null));
  const gift = { installation_id, organisation_id: ORGANISATION, mu: '50', note: null, by: 'per_1' };
  await eventually(() => instance.request(wallet.gift, gift).catch(() => null));
  const idempotency = { scope: installation_id, key: newId('req'), input_hash: '' };
  await instance.request(wallet.consume, { installation_id, service: 'ocr.page', count, reference: null, idempotency });
}
async function statements(): Promise<readonly { readonly month: string; readonly partial: boolean }[]> {
  const response = await fetch(`http://127.0.0.1:${fleet.hub.gateway.port()}/developer/v1/usage/statements`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { items } = (await response.json()) as { items: { month: string; partial: boolean }[] };
  return items;
}

describe('a month that ends because the test clocks of a fleet are moved', () => {
  it('is collected from the instance and closed with a complete statement', async () => {
    await charge(4);
    expect(await statements()).toEqual([]);
    // Two hours after the end, when a statement without every instance is not due yet.
    const advance = `PT${Math.ceil((usageMonthClosesAt(month).getTime() - Date.now()) / HOUR_MS) + 1}H`;
    await instance.request(instanceClock.advanceClock, { advance });
    await fleet.hub.request(hubClock.advanceClock, { advance });
    const closed = await eventually(async () => (await statements()).find((one) => one.month === month));
    expect(closed).toMatchObject({ partial: false });
  });
});

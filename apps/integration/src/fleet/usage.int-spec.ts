import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, installation, review, usageMonthOf, wallet, type JsonObject } from '@kushk/contracts';
import { newId } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import pg from 'pg';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';
import type { ServiceProcess } from './fleet-parts-harness.js';

interface Usage {
  readonly partial: boolean;
  readonly final: boolean;
  readonly plugins: readonly {
    readonly plugin_id: string;
    readonly totals: Record<string, unknown>;
    readonly installations: readonly { readonly alias: string; readonly mu_consumed: string }[];
  }[];
}
const organisations = { one: 'org_sepehr_trading', two: 'org_alborz_clinic' };
const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
const month = usageMonthOf(new Date());

let fleet: FleetHarness;
let one: InstanceUnderTest;
let two: InstanceUnderTest;
const keys: Record<string, string> = {};
/** The alias that the plugin of an installation reads. */
const aliases = new Map<string, string>();
let ofOne: string;
let ofTwo: string;

beforeAll(async () => {
  fleet = await startFleet({ i1: '1.0', i2: '1.0' }, { usage: true });
  [one, two] = fleet.instances as [InstanceUnderTest, InstanceUnderTest];
  for (const id of ['acme', 'umbrella']) {
    await fleet.hub.request(catalogue.addPublisher, { id, name: id });
    keys[id] = (
      await fleet.hub.request(catalogue.issueKey, { publisher_id: id, label: 'CI', expires_at: null })
    ).secret!;
    await publish(id, `ir.${id}.invoices`);
  }
  ofOne = await install(one, organisations.one, 'ir.acme.invoices');
  ofTwo = await install(two, organisations.two, 'ir.acme.invoices');
  await install(one, organisations.one, 'ir.umbrella.invoices');
  aliases.set(ofOne, await aliasFor(one, organisations.one, ofOne));
  aliases.set(ofTwo, await aliasFor(two, organisations.two, ofTwo));
});
afterAll(() => fleet?.stop());

async function publish(publisher: string, id: string): Promise<void> {
  const manifest: JsonObject = {
    schema: '1',
    id,
    version: '1.0.0',
    publisher,
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices' },
    base_url: 'https://plugin.acme.ir',
    scopes: { 'wallet.consume': 'Sells pages' },
    services: [{ key: 'ocr.page', names: { en: 'Page' }, unit: 'page' }],
    plans: [{ key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.25' } }],
  };
  const of = { plugin_id: id, version: '1.0.0', by: 'rita' };
  await fleet.hub.request(catalogue.submitRelease, {
    publisher_id: publisher,
    manifest,
    requested_tier: '',
    notes: '',
  });
  await eventually(async () =>
    (await fleet.hub.request(review.listReviews, { status: 'submitted', limit: 100, cursor: null })).items.some(
      ({ plugin_id }) => plugin_id === id,
    ),
  );
  await fleet.hub.request(review.takeReview, of);
  await fleet.hub.request(review.approveRelease, { ...of, tier: 'verified', notes: '', publish: true });
}
/** Installs the plugin, waits for its wallet and gifts it 50 MU. Returns the installation id. */
async function install(instance: InstanceUnderTest, organisation_id: string, plugin_id: string): Promise<string> {
  const wish = {
    organisation_id,
    by: 'per_1',
    plugin_id,
    version: null,
    plan: 'basic',
    settings: {},
    locale,
    consent: { scopes: ['wallet.consume'], base_url: 'https://plugin.acme.ir' },
  };
  const { installation_id } = await eventually(() => instance.request(installation.install, wish));
  const gift = { installation_id, organisation_id, mu: '50', note: null, by: 'per_1' };
  await eventually(() => instance.request(wallet.gift, gift));
  return installation_id;
}
async function aliasFor(instance: InstanceUnderTest, organisation_id: string, installation_id: string) {
  const lookup = { organisation_id, installation_id, with_secrets: true };
  return (await instance.request(installation.getSettings, lookup)).alias!;
}
const consume = (instance: InstanceUnderTest, installation_id: string, count: number) =>
  instance.request(wallet.consume, {
    installation_id,
    service: 'ocr.page',
    count,
    reference: null,
    idempotency: { scope: installation_id, key: newId('req'), input_hash: '' },
  });

async function usage(publisher = 'acme', of = ''): Promise<{ json: Usage; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${fleet.hub.gateway.port()}/developer/v1/usage${of && `?month=${of}`}`, {
    headers: { authorization: `Bearer ${keys[publisher]}` },
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, text]);
  return { json: JSON.parse(text) as Usage, text };
}
/** The usage when every registered instance has answered in time. */
const wholeUsage = (publisher?: string, of?: string) =>
  eventually(async () => {
    const answer = await usage(publisher, of);
    return !answer.json.partial && answer;
  });
const consumed = ({ json }: { json: Usage }) =>
  Object.fromEntries(json.plugins[0]!.installations.map(({ alias, mu_consumed }) => [alias, mu_consumed]));
const aliasOf = (id: string) => aliases.get(id)!;

async function asSuperuser(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['KUSHK_TEST_POSTGRES_URL'] });
  await client.connect();
  await work(client).finally(() => client.end());
}
const nameOf = ({ databaseUrl }: ServiceProcess) => new URL(databaseUrl).pathname.slice(1);
/** Replaces the database `to` by a copy of the database `from`, as a backup or a restore does. */
async function copied(from: string, to: string): Promise<void> {
  await asSuperuser(async (client) => {
    await client.query(`drop database if exists ${to} with (force)`);
    await client.query(`create database ${to} template ${from}`);
    await client.query(`alter role wallet in database ${to} set search_path = wallet`);
  });
}

describe('the usage report of a fleet of two instances', () => {
  it('merges the exact figures of both instances, under the aliases that the plugins read, and is not partial', async () => {
    await consume(one, ofOne, 3);
    await consume(two, ofTwo, 5);
    const answer = await wholeUsage();
    expect(answer.json).toMatchObject({
      final: false,
      plugins: [{ plugin_id: 'ir.acme.invoices', totals: { mu_consumed: '2', mu_gifted: '100' } }],
    });
    expect(consumed(answer)).toEqual({ [aliasOf(ofOne)]: '0.75', [aliasOf(ofTwo)]: '1.25' });
  });

  it('shows each publisher only its own plugins, under aliases of their own', async () => {
    const [mine, theirs] = [await wholeUsage('acme'), await wholeUsage('umbrella')];
    expect(theirs.json.plugins.map(({ plugin_id }) => plugin_id)).toEqual(['ir.umbrella.invoices']);
    expect(Object.keys(consumed(await usage('acme')))).toEqual(Object.keys(consumed(mine)));
    expect(Object.keys(consumed(mine)).filter((alias) => theirs.text.includes(alias))).toEqual([]);
  });

  it("contains no organisation or installation id, and neither does the hub's database", async () => {
    const client = new pg.Client({ connectionString: fleet.hub.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'catalogue'`,
    );
    const texts = [(await usage()).text];
    for (const { name } of rows)
      texts.push(
        ...(
          await client.query<{ text: string }>(`select row_to_json(t)::text as text from catalogue.${name} t`)
        ).rows.map(({ text }) => text),
      );
    await client.end();
    expect(texts.some((text) => text.includes(aliasOf(ofTwo)))).toBe(true);
    for (const secret of [...Object.values(organisations), ofOne, ofTwo])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  });

  it('crosses the NATS link without any organisation or installation id', async () => {
    const link = await fleet.hub.observer();
    const messages: string[] = [];
    const everything = link.nats.subscribe('>', {
      callback: (_error, message) =>
        void messages.push(`${message.subject} ${[...(message.headers ?? [])].join(' ')} ${message.string()}`),
    });
    await link.nats.flush();
    await consume(one, ofOne, 1);
    await consume(two, ofTwo, 1);
    await wholeUsage();
    await eventually(() =>
      Promise.resolve([ofOne, ofTwo].every((id) => messages.some((text) => text.includes(aliasOf(id))))),
    );
    for (const secret of [...Object.values(organisations), ofOne, ofTwo])
      expect(messages.filter((text) => text.includes(secret))).toEqual([]);
    everything.unsubscribe();
    await link.close();
  });

  it('is partial while a registered instance has never responded', async () => {
    await fleet.hub.request(catalogue.registerInstance, { id: 'i9', name: 'Nine', plugin_api: '1.0' });
    expect((await usage()).json).toMatchObject({
      partial: true,
      final: false,
      plugins: [{ totals: { mu_consumed: '2.5' } }],
    });
    expect((await usage('acme', '2026-01')).json).toMatchObject({ partial: true, final: false });
    await fleet.hub.request(catalogue.removeInstance, { id: 'i9' });
    await wholeUsage();
    // No installation existed in that month.
    expect((await wholeUsage('acme', '2026-01')).json).toMatchObject({
      final: true,
      plugins: [{ plugin_id: 'ir.acme.invoices', installations: [] }],
    });
  });

  it('counts the last figures of an unreachable instance, also after a restart of gateway and catalogue', async () => {
    await two.nats.stop();
    const away = await usage();
    expect(away.json).toMatchObject({ partial: true, plugins: [{ totals: { mu_consumed: '2.5' } }] });
    await fleet.hub.gateway.stop();
    await fleet.hub.services.stop();
    await fleet.hub.services.start();
    await fleet.hub.gateway.start();
    // On a busy machine the first requests may not be served within their deadline.
    const restarted = await eventually(() => usage());
    expect(restarted.json).toMatchObject({ partial: true, plugins: [{ totals: { mu_consumed: '2.5' } }] });
    await two.nats.start();
    await wholeUsage();
  });

  it('is returned within the deadline when a connected instance does not respond', async () => {
    await two.gateway.stop();
    const silent = await usage();
    expect(silent.json).toMatchObject({ partial: true, plugins: [{ totals: { mu_consumed: '2.5' } }] });
    await two.gateway.start();
    await wholeUsage();
  });

  it('ignores the figures of an instance that was restored from an old backup', async () => {
    const backup = `${nameOf(two.wallet)}_backup`;
    await two.wallet.stop();
    await copied(nameOf(two.wallet), backup);
    await two.wallet.start();
    await consume(two, ofTwo, 7);
    expect((await wholeUsage()).json).toMatchObject({ plugins: [{ totals: { mu_consumed: '4.25' } }] });
    await two.wallet.stop();
    await copied(backup, nameOf(two.wallet));
    await two.wallet.start();
    const restored = await usage();
    expect(restored.json).toMatchObject({ partial: true, plugins: [{ totals: { mu_consumed: '4.25' } }] });
    const client = new pg.Client({ connectionString: fleet.hub.databaseUrl });
    await client.connect();
    const detected = async () => {
      await usage();
      const text = `select data from log_events where type = 'UsageRegressionDetected'`;
      return (await client.query<{ data: object }>(text)).rows.map(({ data }) => data);
    };
    await eventually(async () => (await detected()).length > 0);
    const all = await detected();
    await client.end();
    expect(all).toMatchObject([{ publisherId: 'acme', month, instanceId: 'i2', aliases: [aliasOf(ofTwo)] }]);
    await asSuperuser((superuser) => superuser.query(`drop database ${backup}`).then(() => undefined));
  });

  it('stays final while an instance that closed the month is down, and keeps the figures of a removed instance', async () => {
    const past = usageMonthOf(new Date(Date.now() - 62 * 24 * 3_600_000));
    await eventually(async () => (await usage('umbrella', past)).json.final);
    await two.gateway.stop();
    expect((await usage('umbrella', past)).json).toMatchObject({ partial: false, final: true });
    expect((await usage('umbrella')).json).toMatchObject({ partial: true, final: false });
    await fleet.hub.request(catalogue.removeInstance, { id: 'i2' });
    expect((await wholeUsage()).json).toMatchObject({ plugins: [{ totals: { mu_consumed: '4.25' } }] });
  });
});

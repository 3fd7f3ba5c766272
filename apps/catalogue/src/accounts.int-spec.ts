import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountServer, createStreams, type RequestContext } from '@kushk/broker';
import { linkTraffic, type RequestIdempotency } from '@kushk/contracts';
import { linkAccount, newLink, readAccount, signAccount } from '@kushk/credentials/nats-accounts';
import { newNatsOperator, type NatsOperator } from '@kushk/credentials/nats-operator';
import { rebuild } from '@kushk/event-store';
import { CONFIG, type Config } from '@kushk/runtime';
import { eventually, freshNats, startService, type FreshNats, type ServiceUnderTest } from '@kushk/testing';
import pg from 'pg';
import { CatalogueModule } from './catalogue.module.js';
import { NatsAccounts } from './instance/sync-fleet/nats-accounts.client.js';
import { Instances } from './instance/instances.view.js';
import { RegisterInstanceHandler } from './instance/register-instance/register-instance.handler.js';
import { RemoveInstanceHandler } from './instance/remove-instance/remove-instance.handler.js';
import { RotateInstanceLinkHandler } from './instance/rotate-instance-link/rotate-instance-link.handler.js';
import { catalogueStore } from './store.module.js';

const leaf_url = 'nats-leaf://127.0.0.1:7422';
const context: RequestContext = { actor: { kind: 'system' }, requestId: 'req_test', deadline: new Date() };
let operator: NatsOperator;
let nats: FreshNats;
let accounts: AccountServer;
/** Two processes of the same catalogue service. */
let one: ServiceUnderTest;
let two: ServiceUnderTest;

beforeAll(async () => {
  operator = await newNatsOperator('test', linkTraffic('*'));
  const { server } = operator;
  const lines = (folder: string) => [
    `operator: ${server.operator}`,
    `system_account: ${server.systemAccount}`,
    `resolver: { type: full, dir: "${folder}/accounts", allow_delete: true }`,
    `resolver_preload: { ${Object.entries(server.accounts)
      .map(([id, jwt]) => `${id}: ${jwt}`)
      .join(', ')} }`,
  ];
  nats = await freshNats({ serverName: 'hub', domain: 'hub', login: null, lines });
  accounts = new AccountServer(nats.url, operator.catalogue.system_credentials, 'hub.catalogue.accounts');
  const environment = {
    KUSHK_NATS_URL: nats.url,
    KUSHK_NATS_CREDENTIALS: operator.hubCredentials.catalogue,
    KUSHK_NATS_OPERATOR: JSON.stringify({ ...operator.catalogue, leaf_url }),
  };
  await createStreams({ url: nats.url, scope: 'hub', credentials: operator.hubCredentials.streams });
  one = await startService('catalogue', CatalogueModule, environment);
  two = await startService('catalogue', CatalogueModule, { ...environment, KUSHK_DATABASE_URL: one.databaseUrl });
});
afterAll(async () => {
  await accounts?.close();
  await two?.stop();
  await one?.stop();
  await nats?.stop();
});

type Repeatable = { readonly idempotency?: RequestIdempotency };
const register = (id: string, service = one, extra: Repeatable & { readonly name?: string } = {}) =>
  service.app.get(RegisterInstanceHandler).handle({ id, name: id, plugin_api: '1.0', ...extra }, context);
const rotate = (id: string, service = one, extra: Repeatable = {}) =>
  service.app.get(RotateInstanceLinkHandler).handle({ id, ...extra }, context);
const remove = (id: string, service = one) => service.app.get(RemoveInstanceHandler).handle({ id }, context);
const linkOf = (outcome: Awaited<ReturnType<typeof register>>) => (outcome.accepted ? outcome.reply.link : undefined);
const claims = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8')) as {
    name: string;
    nats: { signing_keys: string[]; imports?: { subject: string }[] };
  };
/** The link accounts on the NATS server, keyed by the name of their instance. */
async function linkAccounts(): Promise<Record<string, ReturnType<typeof claims>>> {
  const all = await Promise.all((await accounts.list()).map((id) => accounts.lookUp(id)));
  return Object.fromEntries(
    all
      .filter((jwt) => jwt !== null)
      .filter((jwt) => readAccount(jwt)?.isLink)
      .map((jwt) => [claims(jwt).name, claims(jwt)]),
  );
}
const hubImports = async () =>
  claims((await accounts.lookUp(operator.catalogue.hub.account))!).nats.imports!.map(({ subject }) => subject);

/**
 * Waits for a state of the NATS server. A busy server answers late: the catalogue then repeats its update, and a
 * look-up of this spec times out.
 */
const WITHIN_MS = 40_000;
const expectSoon = (expectation: () => Promise<void>): Promise<true> =>
  eventually(async () => {
    await expectation();
    return true;
  }, WITHIN_MS);

describe("an instance's account on the hub's NATS", () => {
  it('is created when the instance is registered, and its credentials are returned only once', async () => {
    const idempotency = { scope: 'olga', key: 'r1', input_hash: 'h' };
    const first = linkOf(await register('a1', one, { idempotency }));
    expect(first).toMatchObject({ url: leaf_url, credentials: expect.stringContaining('BEGIN USER NKEY SEED') });
    await expectSoon(async () => {
      expect(await linkAccounts()).toHaveProperty('a1');
      expect(await hubImports()).toEqual([linkTraffic('a1').queries]);
    });
    expect(linkOf(await register('a1', one, { idempotency }))).toBeNull();
    expect(linkOf(await register('a1'))).toBeNull();
    expect(linkOf(await register('a1', two, { name: 'Updated' }))).toBeNull();
  });

  it('gets a new signing key when either process rotates the credentials', async () => {
    const keys = async () => (await linkAccounts())['a1']?.nats.signing_keys ?? [];
    const before = await eventually(keys, WITHIN_MS);
    const idempotency = { scope: 'olga', key: 'r2', input_hash: 'h' };
    expect(linkOf(await rotate('a1', two, { idempotency }))).toMatchObject({ url: leaf_url });
    await expectSoon(async () => {
      expect(await keys()).toHaveLength(1);
      expect(await keys()).not.toEqual(before);
    });
    const after = await eventually(keys, WITHIN_MS);
    expect(linkOf(await rotate('a1', one, { idempotency }))).toBeNull();
    expect(await eventually(keys, WITHIN_MS)).toEqual(after);
    expect(await rotate('nobody')).toMatchObject({ refusal: { code: 'instance.not_found' } });
  });

  it('does not change when the synchronisation is repeated', async () => {
    const before = await eventually(linkAccounts, WITHIN_MS);
    for (const service of [one, two])
      await service.app.get(NatsAccounts).sync(await service.app.get(Instances).links());
    expect(await eventually(linkAccounts, WITHIN_MS)).toEqual(before);
  });

  it('is removed with its instance, even if a slow process stores it again afterwards', async () => {
    const late = (await newLink('b1')).keys;
    await register('b1');
    await remove('b1', two);
    await expectSoon(async () => {
      expect(Object.keys(await linkAccounts())).toEqual(['a1']);
      expect(await hubImports()).toEqual([linkTraffic('a1').queries]);
    });
    await accounts.put(
      await signAccount(
        linkAccount({ instance: 'b1', keys: late, hub: operator.catalogue.hub, traffic: linkTraffic('b1') }),
        operator.catalogue.operator_signing_seed,
      ),
    );
    await expectSoon(async () => expect(Object.keys(await linkAccounts()).sort()).toEqual(['a1', 'b1']));
    const restarted = new NatsAccounts(one.app.get<Config>(CONFIG));
    await expectSoon(async () => {
      await restarted.sync(await one.app.get(Instances).links());
      expect(Object.keys(await linkAccounts())).toEqual(['a1']);
    });
    await restarted.onApplicationShutdown();
  });

  it('is created later when the NATS server was down during the registration', async () => {
    await nats.restart(async () => expect(linkOf(await register('c1'))).toMatchObject({ url: leaf_url }));
    await eventually(async () => 'c1' in (await linkAccounts()), WITHIN_MS);
  });

  it('is not changed by a catalogue that is configured with another NATS operator', async () => {
    const otherOperator = await newNatsOperator('other', linkTraffic('*'));
    const accountsAndImports = async () => [await linkAccounts(), await hubImports()];
    const before = await eventually(accountsAndImports, WITHIN_MS);
    const config = {
      ...one.app.get<Config>(CONFIG),
      natsOperator: {
        ...operator.catalogue,
        operator_signing_seed: otherOperator.catalogue.operator_signing_seed,
        leaf_url,
      },
    };
    const misconfigured = new NatsAccounts(config);
    await expectSoon(async () => {
      await misconfigured.sync([]);
      expect(misconfigured.describeState()).toMatch(/all refused: .*not trusted/);
    });
    await misconfigured.onApplicationShutdown();
    expect(await eventually(accountsAndImports, WITHIN_MS)).toEqual(before);
  });

  it('puts only public keys into the database, and the stored views equal those rebuilt from the log', async () => {
    const client = new pg.Client({ connectionString: one.databaseUrl });
    await client.connect();
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const rows = await Promise.all(
      tables.rows.map(async ({ name }) => JSON.stringify((await client.query(`select t::text from ${name} t`)).rows)),
    );
    await client.end();
    expect(rows.join('')).toContain('signingKey');
    expect(rows.join('')).not.toMatch(/S[OAU][A-Z2-7]{56}|BEGIN NATS/);
    const report = await rebuild({ ...catalogueStore, databaseUrl: one.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});

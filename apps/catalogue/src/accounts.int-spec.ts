import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountServer, type RequestContext } from '@kushk/broker';
import { linkTraffic } from '@kushk/contracts';
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
/** Two processes of one catalogue. */
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
  accounts = new AccountServer(nats.url, operator.catalogue.system_credentials, 'test');
  const environment = {
    KUSHK_NATS_URL: nats.url,
    KUSHK_NATS_CREDENTIALS: operator.hubCredentials,
    KUSHK_NATS_OPERATOR: JSON.stringify({ ...operator.catalogue, leaf_url }),
  };
  one = await startService('catalogue', CatalogueModule, environment);
  two = await startService('catalogue', CatalogueModule, { ...environment, KUSHK_DATABASE_URL: one.databaseUrl });
});
afterAll(async () => {
  await accounts?.close();
  await two?.stop();
  await one?.stop();
  await nats?.stop();
});

type Once = { readonly idempotency?: { readonly scope: string; readonly key: string; readonly input_hash: string } };
const register = (id: string, service = one, extra: Once & { readonly name?: string } = {}) =>
  service.app.get(RegisterInstanceHandler).answer({ id, name: id, plugin_api: '1.0', ...extra }, context);
const rotate = (id: string, service = one, extra: Once = {}) =>
  service.app.get(RotateInstanceLinkHandler).answer({ id, ...extra }, context);
const remove = (id: string, service = one) => service.app.get(RemoveInstanceHandler).answer({ id }, context);
const linkOf = (outcome: Awaited<ReturnType<typeof register>>) => (outcome.accepted ? outcome.reply.link : undefined);
const claims = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8')) as {
    name: string;
    nats: { signing_keys: string[]; imports?: { subject: string }[] };
  };
/** By name of the instance: what its account on the server is. */
async function standing(): Promise<Record<string, ReturnType<typeof claims>>> {
  const all = await Promise.all((await accounts.list()).map((id) => accounts.lookUp(id)));
  return Object.fromEntries(
    all
      .filter((jwt) => jwt !== null)
      .filter((jwt) => readAccount(jwt)?.isLink)
      .map((jwt) => [claims(jwt).name, claims(jwt)]),
  );
}
const hubAsks = async () =>
  claims((await accounts.lookUp(operator.catalogue.hub.account))!).nats.imports!.map(({ subject }) => subject);

describe("an account on the hub's NATS", () => {
  it('stands when an instance has been registered; its credentials are told once', async () => {
    const idempotency = { scope: 'olga', key: 'r1', input_hash: 'h' };
    const first = linkOf(await register('a1', one, { idempotency }));
    expect(first).toMatchObject({ url: leaf_url, credentials: expect.stringContaining('BEGIN USER NKEY SEED') });
    expect(await standing()).toHaveProperty('a1');
    expect(await hubAsks()).toEqual([linkTraffic('a1').usage]);
    expect(linkOf(await register('a1', one, { idempotency }))).toBeNull();
    expect(linkOf(await register('a1'))).toBeNull();
    expect(linkOf(await register('a1', two, { name: 'Described anew' }))).toBeNull();
  });

  it('has another key that signs, and the same identity, when its credentials are rotated, by whichever process', async () => {
    const before = await standing();
    const idempotency = { scope: 'olga', key: 'r2', input_hash: 'h' };
    expect(linkOf(await rotate('a1', two, { idempotency }))).toMatchObject({ url: leaf_url });
    const after = await standing();
    expect(after['a1']!.nats.signing_keys).toHaveLength(1);
    expect(after['a1']!.nats.signing_keys).not.toEqual(before['a1']!.nats.signing_keys);
    expect(linkOf(await rotate('a1', one, { idempotency }))).toBeNull();
    expect((await standing())['a1']).toEqual(after['a1']);
    expect(await rotate('nobody')).toMatchObject({ refusal: { code: 'instance.not_found' } });
  });

  it('is the same again and again: nothing is brought that stands', async () => {
    const before = await standing();
    for (const service of [one, two])
      await service.app.get(NatsAccounts).align(await service.app.get(Instances).links());
    expect(await standing()).toEqual(before);
  });

  it('ends with the removal of the instance, and a process that comes too late with it is made up for', async () => {
    const late = (await newLink('b1')).keys;
    await register('b1');
    await remove('b1', two);
    expect(Object.keys(await standing())).toEqual(['a1']);
    expect(await hubAsks()).toEqual([linkTraffic('a1').usage]);
    await accounts.put(
      await signAccount(
        linkAccount('b1', late, operator.catalogue.hub, linkTraffic('b1')),
        operator.catalogue.operator_signing_seed,
      ),
    );
    expect(Object.keys(await standing()).sort()).toEqual(['a1', 'b1']);
    const starting = new NatsAccounts(one.app.get<Config>(CONFIG));
    await starting.align(await one.app.get(Instances).links());
    await starting.onApplicationShutdown();
    expect(Object.keys(await standing())).toEqual(['a1']);
  });

  it('is brought later where the server was away when the instance was registered', async () => {
    await nats.away(async () => expect(linkOf(await register('c1'))).toMatchObject({ url: leaf_url }));
    await eventually(async () => 'c1' in (await standing()), 40_000);
  });

  it('is not given by who is not the operator of the server, and what stands is left as it is', async () => {
    const stranger = await newNatsOperator('stranger', linkTraffic('*'));
    const before = [await standing(), await hubAsks()];
    const config = {
      ...one.app.get<Config>(CONFIG),
      natsOperator: {
        ...operator.catalogue,
        operator_signing_seed: stranger.catalogue.operator_signing_seed,
        leaf_url,
      },
    };
    const strange = new NatsAccounts(config);
    await strange.align([]);
    expect(strange.standingInWords()).toMatch(/none are made: .*not trusted/);
    await strange.onApplicationShutdown();
    expect([await standing(), await hubAsks()]).toEqual(before);
  });

  it('is in the log as public keys only, and state rows and views can be made from that again', async () => {
    const client = new pg.Client({ connectionString: one.databaseUrl });
    await client.connect();
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const held = await Promise.all(
      tables.rows.map(async ({ name }) => JSON.stringify((await client.query(`select t::text from ${name} t`)).rows)),
    );
    await client.end();
    expect(held.join('')).toContain('signingKey');
    expect(held.join('')).not.toMatch(/S[OAU][A-Z2-7]{56}|BEGIN NATS/);
    const report = await rebuild({ ...catalogueStore, databaseUrl: one.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});

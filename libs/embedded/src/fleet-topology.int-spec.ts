import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountRefused, AccountServer, BrokerConnection } from '@kushk/broker';
import {
  catalogueFacts,
  factsForInstances,
  installationFacts,
  instanceGateway,
  linkedJetStream,
  linkTraffic,
  type InstanceLink,
  type InstanceUsageItem,
} from '@kushk/contracts';
import {
  hubAccount,
  linkAccount,
  newLink,
  signAccount,
  signRemoval,
  type LinkKeys,
} from '@kushk/credentials/nats-accounts';
import { newNatsOperator, type NatsOperator } from '@kushk/credentials/nats-operator';
import { freePort, type NatsTopology } from '@kushk/embedded';
import { eventually, freshNats, type FreshNats } from '@kushk/testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/nats-core';
import { credsAuthenticator } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { hubTopology, instanceTopology } from './fleet-topology.js';

/** What was tried over a link: `silence` where nobody may answer, or nobody is there. */
type Attempt = 'silence' | Msg;
const silentAfterMs = 500;

const password = 'a password, with "quotes" and spaces';
const released = `hub.${catalogueFacts.releaseStatusChanged.subject}.release-a`;
const judged = (id: string) => `${id}.${installationFacts.listingEvaluated.subject}.listing-a`;
const usage = (id: string) => `${id}.${instanceGateway.monthlyUsage.subject}`;
const read = (stream: string) => `${linkedJetStream}.DIRECT.GET.${stream}`;
/** Every stream that the hub has in this test. */
const streams = {
  EVT_HUB_CATALOGUE: 'hub.evt.catalogue.>',
  EVT_HUB_REVIEW: 'hub.evt.review.>',
  EVT_I1_INSTALLATION: 'i1.evt.installation.>',
  EVT_I2_INSTALLATION: 'i2.evt.installation.>',
};

/** An instance's services; and a hostile instance, whose server takes whatever the same link gives. */
type Who = 'services' | 'hostile server';
let servers: FreshNats[];
let hub: BrokerConnection;
let other: BrokerConnection;
let at: Readonly<Record<Who, BrokerConnection>>;
let operator: NatsOperator;
let accounts: AccountServer;
let keys: Readonly<Record<'i1' | 'i2', LinkKeys>>;
let credentials: string;

beforeAll(async () => {
  const leafPort = await freePort();
  operator = await newNatsOperator('test', linkTraffic('*'));
  servers = [await freshNats(hubTopology({ server: operator.server, leafPort }))];
  accounts = new AccountServer(servers[0]!.url, operator.catalogue.system_credentials, 'test');
  const [one, two] = [await newLink('i1'), await newLink('i2')];
  [keys, credentials] = [{ i1: one.keys, i2: two.keys }, one.credentials];
  await makeAccounts();
  const linkOf = ({ credentials }: { credentials: string }): InstanceLink => ({
    url: `nats-leaf://127.0.0.1:${leafPort}`,
    credentials,
  });
  servers.push(await freshNats(instanceTopology({ id: 'i1', link: linkOf(one), password })));
  servers.push(await freshNats(instanceTopology({ id: 'i2', link: linkOf(two), password })));
  servers.push(await freshNats(takesEverything(linkOf(one))));
  const hubLink = BrokerConnection.connect(servers[0]!.url, 'test', operator.hubCredentials);
  const [ofHub, ofOne, ofOther, ofHostile] = (await Promise.all([
    hubLink,
    ...servers.slice(1).map(({ url }) => BrokerConnection.connect(url, 'test')),
  ])) as [BrokerConnection, BrokerConnection, BrokerConnection, BrokerConnection];
  [hub, other, at] = [ofHub, ofOther, { services: ofOne, 'hostile server': ofHostile }];
  const manager = await jetstreamManager(hub.connection);
  for (const [name, subject] of Object.entries(streams))
    await manager.streams.add({ name, subjects: [subject], allow_direct: true });
  await manager.streams.add({
    name: 'RELEASES',
    allow_direct: true,
    republish: { src: '>', dest: 'hub.released.>' },
    sources: factsForInstances.map(({ subject }) => ({
      name: 'EVT_HUB_CATALOGUE',
      filter_subject: `hub.${subject}.>`,
    })),
  });
  for (const link of [ofOne, ofOther, ofHostile])
    await eventually(async () => (await attempt(link, read('RELEASES'), { seq: 1 })) !== 'silence', 10_000);
});
afterAll(async () => {
  await Promise.all([hub, other, ...Object.values(at ?? {}), accounts].map((link) => link?.close()));
  await Promise.all(servers.map((server) => server.stop()));
});

/** The server of an instance that follows none of the rules: one account, linked as it is. */
function takesEverything({ url, credentials }: InstanceLink): NatsTopology {
  return {
    serverName: 'hostile',
    domain: 'hostile',
    login: { user: 'h', password: 'h' },
    files: { 'link.creds': credentials },
    lines: (folder) => [
      'authorization { user: h, password: h }',
      `leafnodes { reconnect: 1, remotes: [{ urls: [${JSON.stringify(url)}], credentials: "${folder}/link.creds" }] }`,
    ],
  };
}
/** As the catalogue does. */
async function makeAccounts(): Promise<void> {
  const { hub, operator_signing_seed: seed } = operator.catalogue;
  const links = Object.entries(keys);
  for (const [id, key] of links)
    await accounts.put(await signAccount(linkAccount(id, key, hub, linkTraffic(id)), seed));
  const ofAll = links.map(([id, { account }]) => ({ account, usage: linkTraffic(id).usage }));
  await accounts.put(await signAccount(hubAccount(hub, linkTraffic('*'), ofAll), seed));
}
async function attempt(link: BrokerConnection, subject: string, body: unknown = {}): Promise<Attempt> {
  try {
    return await link.connection.request(subject, JSON.stringify(body), { timeout: silentAfterMs });
  } catch {
    return 'silence';
  }
}
/**
 * Whether an attempt brought nothing: silence, or an error of a server that has no such thing (the hostile one has its
 * own JetStream).
 */
async function inVain(link: BrokerConnection, subject: string, body?: unknown): Promise<[string, boolean]> {
  const answer = await attempt(link, subject, body);
  if (answer === 'silence') return [subject, true];
  const nothing =
    answer.headers?.code === 404 ||
    answer.headers?.code === 408 ||
    /"error"|"domain":"hostile"|"streams":(\[\]|null)/.test(answer.string());
  return [subject, nothing && !answer.headers?.has('Nats-Subject')];
}
/** From now on: its server tries to link again every second. */
async function staysSilent(link: BrokerConnection): Promise<void> {
  const until = performance.now() + 2_500;
  while (performance.now() < until) expect(await attempt(link, read('RELEASES'), { seq: 1 })).toBe('silence');
}
const vainly = (subjects: readonly string[]): [string, boolean][] => subjects.map((subject) => [subject, true]);
const publish = (subject: string, text: string) => jetstream(hub.connection).publish(subject, text);
const messagesOf = async (stream: string) =>
  (await (await jetstreamManager(hub.connection)).streams.info(stream)).state.messages;
const everything = async () => await Promise.all([...Object.keys(streams), 'RELEASES'].map(messagesOf));

describe.each(['services', 'hostile server'] as const)('an instance on its link to the hub (%s)', (who) => {
  it('reads the releases, is rung for, and hears nothing else of all that is said', async () => {
    const link = at[who];
    const heard: string[] = [];
    const all = link.connection.subscribe('>', { callback: (_error, message) => void heard.push(message.subject) });
    await link.connection.flush();
    await publish('hub.evt.catalogue.release.submitted.v1.release-a', 'not for instances');
    await publish('hub.evt.review.release.approved.v1.review-a', 'not for instances');
    await publish(judged('i2'), 'of another instance');
    hub.connection.publish('hub.cmd.catalogue.release.submit', 'a command');
    other.connection.publish('i2.evt.wallet.wallet.opened.v1.w', 'of another instance');
    await publish(released, 'for everybody');
    await eventually(() => heard.some((subject) => subject.startsWith('hub.')));
    expect(heard.filter((subject) => !/^(_INBOX|\$JS\.EVENT)/.test(subject))).toEqual([`hub.released.${released}`]);
    all.unsubscribe();
    const answer = await attempt(link, read('RELEASES'), { seq: 1 });
    expect(answer === 'silence' ? null : answer.string()).toBe('for everybody');
  });

  it("reads no other stream, and asks the hub's JetStream for nothing else", async () => {
    const prefixes = [linkedJetStream, '$JS.API', '$JS.hub.API'];
    const reads = Object.keys(streams).flatMap((stream) => [
      `DIRECT.GET.${stream}`,
      `STREAM.MSG.GET.${stream}`,
      `CONSUMER.CREATE.${stream}.x`,
    ]);
    const rest = [
      'STREAM.NAMES',
      'STREAM.INFO.RELEASES',
      'STREAM.PURGE.RELEASES',
      'STREAM.DELETE.RELEASES',
      'CONSUMER.CREATE.RELEASES.x',
    ];
    const subjects = prefixes.flatMap((prefix) => [...reads, ...rest].map((request) => `${prefix}.${request}`));
    expect(await Promise.all(subjects.map((subject) => inVain(at[who], subject, { seq: 1 })))).toEqual(
      vainly(subjects),
    );
  });

  it('publishes into no subject of the hub and none of another instance', async () => {
    const before = await everything();
    const subjects = [
      released,
      `hub.released.${released}`,
      'hub.evt.review.release.approved.v1.x',
      judged('i1'),
      judged('i2'),
      `hub.forwarded.${judged('i2')}`,
      'hub.forwarded.i1.evt.installation.installation.installed.v1.x',
    ];
    expect(await Promise.all(subjects.map((subject) => inVain(at[who], subject)))).toEqual(vainly(subjects));
    expect(await everything()).toEqual(before);
  });

  it('asks neither the hub nor another instance anything', async () => {
    hub.connection.subscribe('hub.qry.>', { callback: (_error, message) => void message.respond('leaked') });
    other.connection.subscribe(usage('i2'), { callback: (_error, message) => void message.respond('leaked') });
    await Promise.all([hub.connection.flush(), other.connection.flush()]);
    const subjects = ['hub.qry.catalogue.plugin.list', usage('i2'), 'i2.qry.wallet.wallet.get'];
    expect(await Promise.all(subjects.map((subject) => inVain(at[who], subject)))).toEqual(vainly(subjects));
  });

  it('has no say in accounts', async () => {
    const subjects = [
      '$SYS.REQ.CLAIMS.LIST',
      '$SYS.REQ.CLAIMS.UPDATE',
      '$SYS.REQ.CLAIMS.DELETE',
      `$SYS.REQ.ACCOUNT.${keys.i2.account}.CLAIMS.LOOKUP`,
      `$SYS.REQ.ACCOUNT.${keys.i1.account}.CLAIMS.LOOKUP`,
    ];
    expect(await Promise.all(subjects.map((subject) => inVain(at[who], subject)))).toEqual(vainly(subjects));
  });

  it('tells the hub what it says of a release, under its own name', async () => {
    const before = await messagesOf('EVT_I1_INSTALLATION');
    const told = await attempt(at[who], `hub.forwarded.${judged('i1')}`, { accepted: true });
    expect(told === 'silence' ? null : told.json()).toMatchObject({ stream: 'EVT_I1_INSTALLATION', domain: 'hub' });
    expect(await messagesOf('EVT_I1_INSTALLATION')).toBe(before + 1);
  });
});

describe('the hub', () => {
  it('lets nobody in by the credentials of a link but a linked server', async () => {
    const asClient = connect({
      servers: new URL(servers[0]!.url).host,
      authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
      reconnect: false,
      timeout: 2_000,
    });
    await expect(asClient).rejects.toThrow(/authorization/i);
  });

  it('asks an instance about usage, and sees nothing else of what is said in it', async () => {
    const one = at.services;
    one.connection.subscribe(usage('i1'), {
      callback: (_error, message) => void message.respond(JSON.stringify({ items: [] satisfies InstanceUsageItem[] })),
    });
    const answer = await eventually(async () => {
      const found = await attempt(hub, usage('i1'));
      return found === 'silence' ? null : found;
    });
    expect(answer.json()).toEqual({ items: [] });
    one.connection.subscribe('i1.qry.wallet.wallet.get', {
      callback: (_error, message) => void message.respond('leaked'),
    });
    await one.connection.flush();
    for (const subject of ['i1.qry.wallet.wallet.get', '$JS.i1.API.STREAM.NAMES', '$JS.API.STREAM.NAMES']) {
      const got = await attempt(hub, subject);
      expect([subject, got === 'silence' ? '' : got.string()]).toEqual([
        subject,
        expect.not.stringMatching(/leaked|"domain":"i1"/),
      ]);
    }
  });

  it('knows at once that an instance is away', async () => {
    await servers[1]!.stop();
    await eventually(async () => {
      const startedAt = performance.now();
      await expect(hub.connection.request(usage('i1'), '{}', { timeout: 2_000 })).rejects.toThrow(/no responders/);
      return performance.now() - startedAt < 100;
    });
  });

  it('ends the link that runs by old credentials when the instance is given new ones, and lets nobody link by them again', async () => {
    const hostile = at['hostile server'];
    expect(await attempt(hostile, read('RELEASES'), { seq: 1 })).not.toBe('silence');
    keys = { ...keys, i1: (await newLink('i1', keys.i1.account)).keys };
    await makeAccounts();
    await staysSilent(hostile);
    expect(await attempt(other, read('RELEASES'), { seq: 1 })).not.toBe('silence');
  });

  it('ends the link of an instance that is removed', async () => {
    await accounts.remove(await signRemoval([keys.i2.account], operator.catalogue.operator_signing_seed));
    expect(await accounts.list()).not.toContain(keys.i2.account);
    await staysSilent(other);
  });

  it('unmakes an account for its operator alone', async () => {
    const stranger = await newNatsOperator('stranger', linkTraffic('*'));
    await expect(
      accounts.remove(await signRemoval([keys.i1.account], stranger.catalogue.operator_signing_seed)),
    ).rejects.toThrow(AccountRefused);
    expect(await accounts.list()).toContain(keys.i1.account);
  });
});

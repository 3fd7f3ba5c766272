import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountRefused, AccountServer, BrokerConnection, createStreams } from '@kushk/broker';
import {
  catalogueFacts,
  installationFacts,
  instanceGateway,
  linkedJetStream,
  linkTraffic,
  reportedSubject,
  reportsStream,
  type InstanceLink,
  type InstanceUsageItem,
} from '@kushk/contracts';
import {
  credentialsOf,
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
import { fromSeed } from '@nats-io/jwt';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/nats-core';
import { credsAuthenticator } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { hubTopology, instanceTopology } from './fleet-topology.js';

/** The reply to a request over a link. `no reply` means that the request is not permitted or has no responder. */
type Reply = 'no reply' | Msg;
/** How long a request waits that must get no reply, and one that must get one. */
const [noReplyTimeoutMs, replyTimeoutMs] = [500, 20_000];

const secret = 'a secret, with "quotes" and spaces';
const released = `hub.${catalogueFacts.releaseStatusChanged.subject}.release-a`;
const evaluated = (id: string) => `${id}.${installationFacts.listingEvaluated.subject}.listing-a`;
const usage = (id: string) => `${id}.${instanceGateway.monthlyUsage.subject}`;
const read = (stream: string) => `${linkedJetStream}.DIRECT.GET.${stream}`;
/** All streams of the hub in this test. */
const streams = ['EVT_HUB_CATALOGUE', 'EVT_HUB_REVIEW', reportsStream];

/**
 * The services of an instance, or a hostile server. Both use the same link, but the hostile server restricts nothing.
 */
type Client = 'services' | 'hostile server';
let servers: FreshNats[];
let hub: BrokerConnection;
let other: BrokerConnection;
let clients: Readonly<Record<Client, BrokerConnection>>;
let operator: NatsOperator;
let accounts: AccountServer;
let keys: Readonly<Record<'i1' | 'i2', LinkKeys>>;
let credentials: string;

beforeAll(async () => {
  const leafPort = await freePort();
  operator = await newNatsOperator('test', linkTraffic('*'));
  servers = [await freshNats(hubTopology({ server: operator.server, leafPort }))];
  accounts = new AccountServer(servers[0]!.url, operator.catalogue.system_credentials, 'hub.catalogue.accounts');
  const [one, two] = [await newLink('i1'), await newLink('i2')];
  [keys, credentials] = [{ i1: one.keys, i2: two.keys }, one.credentials];
  await signAccounts();
  const linkOf = ({ credentials }: { credentials: string }): InstanceLink => ({
    url: `nats-leaf://127.0.0.1:${leafPort}`,
    credentials,
  });
  servers.push(await freshNats(withObserver(instanceTopology({ id: 'i1', link: linkOf(one), secret }))));
  servers.push(await freshNats(withObserver(instanceTopology({ id: 'i2', link: linkOf(two), secret }))));
  servers.push(await freshNats(hostileTopology(linkOf(one))));
  const hubLink = observerOf(servers[0]!.url);
  const [ofHub, ofOne, ofOther, ofHostile] = (await Promise.all([
    hubLink,
    ...servers.slice(1).map(({ url }) => BrokerConnection.connect(url.replace(/\/\/(?!h:)/, '//o:o@'), 'test')),
  ])) as [BrokerConnection, BrokerConnection, BrokerConnection, BrokerConnection];
  [hub, other, clients] = [ofHub, ofOther, { services: ofOne, 'hostile server': ofHostile }];
  await createStreams({ url: servers[0]!.url, credentials: operator.hubCredentials.streams, scope: 'hub' });
  for (const link of [ofOne, ofOther, ofHostile])
    await eventually(async () => (await request(link, read('RELEASES'), { seq: 1 })) !== 'no reply');
});
afterAll(async () => {
  await Promise.all([hub, other, ...Object.values(clients ?? {}), accounts].map((link) => link?.close()));
  await Promise.all(servers.map((server) => server.stop()));
});

/**
 * Adds a user without restrictions to an instance, so that these tests show what the link itself prevents. What the
 * users of services may do is tested in `nats-users.int-spec.ts`.
 */
function withObserver(topology: NatsTopology): NatsTopology {
  const add = (line: string): string => line.replace('users: [', 'users: [{"user":"o","password":"o"},');
  return { ...topology, lines: (folder) => topology.lines(folder).map(add) };
}
/** A connection to the hub's account without restrictions. */
async function observerOf(url: string): Promise<BrokerConnection> {
  const signer = fromSeed(new TextEncoder().encode(operator.safe.hub_account_seed));
  const { account } = operator.catalogue.hub;
  return await BrokerConnection.connect(url, 'test', await credentialsOf({ name: 'o', account, signer, user: {} }));
}
/** The configuration of a hostile server. Its only account uses the link and restricts no subject. */
function hostileTopology({ url, credentials }: InstanceLink): NatsTopology {
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
/** Signs the accounts in the same way as the catalogue. */
async function signAccounts(): Promise<void> {
  const { hub, operator_signing_seed: seed } = operator.catalogue;
  const links = Object.entries(keys);
  for (const [id, key] of links)
    await accounts.put(
      await signAccount(linkAccount({ instance: id, keys: key, hub, traffic: linkTraffic(id) }), seed),
    );
  const ofAll = links.map(([id, { account }]) => ({ account, queries: linkTraffic(id).queries }));
  await accounts.put(await signAccount(hubAccount(hub, linkTraffic('*'), ofAll), seed));
}
const replyTo = (link: BrokerConnection, subject: string, body: unknown = {}): Promise<Msg> =>
  link.nats.request(subject, JSON.stringify(body), { timeout: replyTimeoutMs });
async function request(link: BrokerConnection, subject: string, body: unknown = {}): Promise<Reply> {
  try {
    return await link.nats.request(subject, JSON.stringify(body), { timeout: noReplyTimeoutMs });
  } catch {
    return 'no reply';
  }
}
/**
 * Whether a request returned no data of the hub: no reply or an error. A reply from the hostile server's own
 * JetStream counts as no data.
 */
async function returnsNothing(link: BrokerConnection, subject: string, body?: unknown): Promise<[string, boolean]> {
  const reply = await request(link, subject, body);
  if (reply === 'no reply') return [subject, true];
  const isEmpty =
    reply.headers?.code === 404 ||
    reply.headers?.code === 408 ||
    /"error"|"domain":"hostile"|"streams":(\[\]|null)/.test(reply.string());
  return [subject, isEmpty && !reply.headers?.has('Nats-Subject')];
}
/** Checks for more than two seconds, because the server of the instance tries to reconnect every second. */
async function expectNoReplies(link: BrokerConnection): Promise<void> {
  const until = performance.now() + 2_500;
  while (performance.now() < until) expect(await request(link, read('RELEASES'), { seq: 1 })).toBe('no reply');
}
const nothingFrom = (subjects: readonly string[]): [string, boolean][] => subjects.map((subject) => [subject, true]);
const publish = (subject: string, text: string) => jetstream(hub.nats).publish(subject, text);
const messagesOf = async (stream: string) =>
  (await (await jetstreamManager(hub.nats)).streams.info(stream)).state.messages;
const messageCounts = async () => await Promise.all([...streams, 'RELEASES'].map(messagesOf));

describe.each(['services', 'hostile server'] as const)('an instance on its link to the hub (%s)', (client) => {
  it('reads the releases and receives notifications, and receives no other message', async () => {
    const link = clients[client];
    const received: string[] = [];
    const all = link.nats.subscribe('>', { callback: (_error, message) => void received.push(message.subject) });
    await link.nats.flush();
    await publish('hub.evt.catalogue.release.submitted.v1.release-a', 'not for instances');
    await publish('hub.evt.review.release.approved.v1.review-a', 'not for instances');
    await publish(reportedSubject(evaluated('i2')), 'for another instance');
    hub.nats.publish('hub.cmd.catalogue.release.submit', 'a command');
    other.nats.publish('i2.evt.wallet.wallet.opened.v1.w', 'for another instance');
    await publish(released, 'for all instances');
    await eventually(() => received.some((subject) => subject.startsWith('hub.')));
    expect(received.filter((subject) => !/^(_INBOX|\$JS\.EVENT)/.test(subject))).toEqual([`hub.released.${released}`]);
    all.unsubscribe();
    expect((await replyTo(link, read('RELEASES'), { seq: 1 })).string()).toBe('for all instances');
  });

  it('can read no other stream and use no other JetStream API of the hub', async () => {
    const prefixes = [linkedJetStream, '$JS.API', '$JS.hub.API'];
    const reads = streams.flatMap((stream) => [
      `DIRECT.GET.${stream}`,
      `STREAM.MSG.GET.${stream}`,
      `CONSUMER.CREATE.${stream}.x`,
    ]);
    const others = [
      'STREAM.NAMES',
      'STREAM.INFO.RELEASES',
      'STREAM.PURGE.RELEASES',
      'STREAM.DELETE.RELEASES',
      'CONSUMER.CREATE.RELEASES.x',
    ];
    const subjects = prefixes.flatMap((prefix) => [...reads, ...others].map((request) => `${prefix}.${request}`));
    expect(await Promise.all(subjects.map((subject) => returnsNothing(clients[client], subject, { seq: 1 })))).toEqual(
      nothingFrom(subjects),
    );
  });

  it('cannot publish to a subject of the hub or of another instance', async () => {
    const before = await messageCounts();
    const subjects = [
      released,
      `hub.released.${released}`,
      'hub.evt.review.release.approved.v1.x',
      ...['i1', 'i2'].flatMap((id) => [evaluated(id), reportedSubject(evaluated(id))]),
      `hub.forwarded.${evaluated('i2')}`,
      'hub.forwarded.i1.evt.installation.installation.installed.v1.x',
    ];
    expect(await Promise.all(subjects.map((subject) => returnsNothing(clients[client], subject)))).toEqual(
      nothingFrom(subjects),
    );
    expect(await messageCounts()).toEqual(before);
  });

  it('gets no reply from the services of the hub or of another instance', async () => {
    hub.nats.subscribe('hub.qry.>', { callback: (_error, message) => void message.respond('leaked') });
    other.nats.subscribe(usage('i2'), { callback: (_error, message) => void message.respond('leaked') });
    await Promise.all([hub.nats.flush(), other.nats.flush()]);
    const subjects = ['hub.qry.catalogue.plugin.list', usage('i2'), 'i2.qry.wallet.wallet.get'];
    expect(await Promise.all(subjects.map((subject) => returnsNothing(clients[client], subject)))).toEqual(
      nothingFrom(subjects),
    );
  });

  it('cannot list, change or read accounts', async () => {
    const subjects = [
      '$SYS.REQ.CLAIMS.LIST',
      '$SYS.REQ.CLAIMS.UPDATE',
      '$SYS.REQ.CLAIMS.DELETE',
      `$SYS.REQ.ACCOUNT.${keys.i2.account}.CLAIMS.LOOKUP`,
      `$SYS.REQ.ACCOUNT.${keys.i1.account}.CLAIMS.LOOKUP`,
    ];
    expect(await Promise.all(subjects.map((subject) => returnsNothing(clients[client], subject)))).toEqual(
      nothingFrom(subjects),
    );
  });

  it('forwards its evaluation of a release to the hub under its own instance id', async () => {
    const before = await messagesOf(reportsStream);
    const acknowledged = await replyTo(clients[client], `hub.forwarded.${evaluated('i1')}`, { accepted: true });
    expect(acknowledged.json()).toMatchObject({ stream: reportsStream, domain: 'hub' });
    expect(await messagesOf(reportsStream)).toBe(before + 1);
  });
});

describe('the hub', () => {
  it('lets each of its services use its own subjects only', async () => {
    const asReview = await BrokerConnection.connect(servers[0]!.url, 'hub.review', operator.hubCredentials.review);
    const received: string[] = [];
    const all = hub.nats.subscribe('hub.>', { callback: (_error, message) => void received.push(message.subject) });
    await hub.nats.flush();
    for (const subject of ['hub.evt.catalogue.x', 'hub.cmd.review.x', 'hub.qry.catalogue.x', 'hub.evt.review.x'])
      asReview.nats.publish(subject, 'as review');
    await asReview.nats.flush();
    await hub.nats.flush();
    expect(received).toEqual(['hub.evt.review.x']);
    all.unsubscribe();
    await asReview.close();
  });

  it('rejects a client that uses the credentials of a link', async () => {
    const asClient = connect({
      servers: new URL(servers[0]!.url).host,
      authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
      reconnect: false,
      timeout: 2_000,
    });
    await expect(asClient).rejects.toThrow(/authorization/i);
  });

  it('can request usage from an instance and cannot reach anything else in it', async () => {
    const one = clients.services;
    one.nats.subscribe(usage('i1'), {
      callback: (_error, message) => void message.respond(JSON.stringify({ items: [] satisfies InstanceUsageItem[] })),
    });
    expect((await eventually(() => replyTo(hub, usage('i1')))).json()).toEqual({ items: [] });
    one.nats.subscribe('i1.qry.wallet.wallet.get', {
      callback: (_error, message) => void message.respond('leaked'),
    });
    await one.nats.flush();
    for (const subject of ['i1.qry.wallet.wallet.get', '$JS.i1.API.STREAM.NAMES', '$JS.API.STREAM.NAMES']) {
      const found = await request(hub, subject);
      expect([subject, found === 'no reply' ? '' : found.string()]).toEqual([
        subject,
        expect.not.stringMatching(/leaked|"domain":"i1"/),
      ]);
    }
  });

  it('gets `no responders` instead of a timeout when an instance is disconnected', async () => {
    await servers[1]!.stop();
    await eventually(async () => {
      await expect(hub.nats.request(usage('i1'), '{}', { timeout: 2_000 })).rejects.toThrow(/no responders/);
      return true;
    });
  });

  it('closes a link when its credentials are replaced, and rejects the old credentials from then on', async () => {
    const hostile = clients['hostile server'];
    await replyTo(hostile, read('RELEASES'), { seq: 1 });
    keys = { ...keys, i1: (await newLink('i1', keys.i1.account)).keys };
    await signAccounts();
    await expectNoReplies(hostile);
    await replyTo(other, read('RELEASES'), { seq: 1 });
  });

  it('closes the link of a removed instance', async () => {
    await accounts.remove(await signRemoval([keys.i2.account], operator.catalogue.operator_signing_seed));
    expect(await accounts.list()).not.toContain(keys.i2.account);
    await expectNoReplies(other);
  });

  it('removes an account only at the request of its own operator', async () => {
    const otherOperator = await newNatsOperator('other', linkTraffic('*'));
    await expect(
      accounts.remove(await signRemoval([keys.i1.account], otherOperator.catalogue.operator_signing_seed)),
    ).rejects.toThrow(AccountRefused);
    expect(await accounts.list()).toContain(keys.i1.account);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Broker,
  BrokerConnection,
  JetStreamFactStream,
  KushkTransport,
  type BrokerLimits,
  type FactContext,
  defaultLimits,
} from '@kushk/broker';
import {
  consumerName,
  consumerSlots,
  factStreamName,
  instanceGateway,
  natsUserName,
  parkedStreamName,
  reactionsOf,
  servicesIn,
  wallet,
  workspaceFacts,
  type Actor,
  type ServiceName,
} from '@kushk/contracts';
import { factHeaders } from '@kushk/event-store/fact-stream';
import { eventually, freshNats, type FreshNats } from '@kushk/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { natsUrlOf, sharedTopology } from './nats-users.js';

const secret = 'a "secret" of this test';
const scopes = ['hub', 'i1', 'i2'] as const;
const limits: BrokerLimits = { ...defaultLimits, retryDelaysMs: [10], checkConsumerEveryMs: 100 };
interface User {
  readonly scope: string;
  readonly service: ServiceName;
  readonly connection: BrokerConnection;
}
const everyone = scopes.flatMap((scope) => servicesIn(scope).map((service) => ({ scope, service })));

let nats: FreshNats;
let users: User[];
let observer: BrokerConnection;

beforeAll(async () => {
  const topology = sharedTopology({ instances: ['i1', 'i2'], secret });
  const withObserver = (line: string): string => line.replace('users: [', 'users: [{"user":"o","password":"o"},');
  nats = await freshNats({ ...topology, lines: (folder) => topology.lines(folder).map(withObserver) });
  observer = await BrokerConnection.connect(nats.url.replace('//', '//o:o@'), 'o');
  users = await Promise.all(
    everyone.map(async ({ scope, service }) => {
      const url = natsUrlOf(nats.url, { scope, service, secret });
      return { scope, service, connection: await BrokerConnection.connect(url, natsUserName({ scope, service })) };
    }),
  );
});
afterAll(async () => {
  await Promise.all([...(users ?? []).map(({ connection }) => connection), observer].map((one) => one?.close()));
  await nats?.stop();
});
const userOf = (scope: string, service: ServiceName): User =>
  users.find((one) => one.scope === scope && one.service === service)!;
const isGateway = (service: ServiceName): boolean => service.endsWith('_gateway');

/** Everything that a process could send to harm another service: the subject, and who may use it. */
interface Target {
  readonly subject: string;
  readonly mayUse: (user: Pick<User, 'scope' | 'service'>) => boolean;
}
const nobody = (): boolean => false;
function targetsOf({ scope, service }: Pick<User, 'scope' | 'service'>): Target[] {
  const isOwner = (user: Pick<User, 'scope' | 'service'>): boolean => user.scope === scope && user.service === service;
  const isCatalogue = (user: Pick<User, 'scope' | 'service'>): boolean => user.service === 'catalogue';
  const target = (mayUse: Target['mayUse'], ...subjects: string[]): Target[] =>
    subjects.map((subject) => ({ subject, mayUse }));
  const [facts, parked] = [factStreamName(scope, service), parkedStreamName(scope, service)];
  const streamVerbs = (verbs: readonly string[], stream: string) =>
    verbs.map((verb) => `$JS.API.STREAM.${verb}.${stream}`);
  return [
    ...target(
      (user) => user.scope === scope && isGateway(user.service),
      `${scope}.cmd.${service}.thing.do`,
      `${scope}.qry.${service}.thing.get`,
    ),
    ...target(nobody, `_INBOX.${scope}.${service}.reply.1`),
    ...target(
      (user) => isOwner(user) && !isGateway(service),
      `${scope}.evt.${service}.thing.done.v1.x`,
      `${scope}.parked.${service}.on-thing`,
      ...streamVerbs(['CREATE', 'UPDATE', 'INFO'], parked),
      `$JS.API.STREAM.MSG.DELETE.${parked}`,
      `$JS.API.STREAM.MSG.GET.${facts}`,
    ),
    // The hub's gateway has no control messages of its own.
    ...target((user) => isOwner(user) && service !== 'hub_gateway', `${scope}.ctl.${service}.thing`),
    ...target(
      // The catalogue reads the streams of the instances' evaluations, which it creates where they are missing.
      (user) =>
        (isOwner(user) && !isGateway(service)) || (isCatalogue(user) && service === 'installation' && scope !== 'hub'),
      ...streamVerbs(['CREATE', 'UPDATE', 'INFO'], facts),
    ),
    ...target(
      nobody,
      ...streamVerbs(['DELETE', 'PURGE', 'SNAPSHOT', 'LEADER.STEPDOWN'], facts),
      `$JS.API.STREAM.NAMES`,
    ),
    ...target(nobody, `$JS.API.CONSUMER.LIST.${facts}`, `$JS.API.CONSUMER.CREATE.${facts}.intruder`),
    ...reactionsOf[service].flatMap(({ publisher, reaction, from }) => {
      if (publisher === 'catalogue' && scope !== 'hub') return [];
      const streamScopes = from === 'fleet' ? ['i1', 'i2'] : [scope];
      return streamScopes.flatMap((streamScope) => {
        const stream = factStreamName(streamScope, publisher);
        return consumerSlots
          .map((slot) => `${consumerName({ service, scope, reaction, streamScope })}_${slot}`)
          .flatMap((name) =>
            target(
              isOwner,
              ...['DURABLE.CREATE', 'INFO', 'MSG.NEXT', 'RESET', 'UNPIN', 'DELETE'].map(
                (verb) => `$JS.API.CONSUMER.${verb}.${stream}.${name}`,
              ),
              `$JS.ACK.${stream}.${name}.1.1.1.1.0`,
              `$JS.ACK.hub.account.${stream}.${name}.1.1.1.1.0`,
            ),
          );
      });
    }),
  ];
}

describe('the NATS user of a service', () => {
  it('can publish only what the service itself publishes: no subject of another service', async () => {
    const targets = everyone.flatMap(targetsOf);
    const seen: string[] = [];
    const body = 'impersonation';
    const all = ['>', '$JS.API.>', '$JS.ACK.>'].map((subject) =>
      observer.nats.subscribe(subject, {
        callback: (_error, message) => void (message.string().startsWith(body) && seen.push(message.string())),
      }),
    );
    await observer.nats.flush();
    for (const { connection, ...user } of users) {
      for (const { subject } of targets) connection.nats.publish(subject, `${body} ${natsUserName(user)} ${subject}`);
      await connection.nats.flush();
    }
    await observer.nats.flush();
    const expected = everyone.flatMap((user) =>
      targets.filter(({ mayUse }) => mayUse(user)).map(({ subject }) => `${body} ${natsUserName(user)} ${subject}`),
    );
    expect([...new Set(seen)].sort()).toEqual([...new Set(expected)].sort());
    for (const one of all) one.unsubscribe();
  });

  it('receives neither the requests nor the replies of another service', async () => {
    const received: string[] = [];
    for (const { connection, ...user } of users)
      for (const other of everyone) {
        if (other.scope === user.scope && other.service === user.service) continue;
        for (const subject of [
          `${other.scope}.cmd.${other.service}.>`,
          `${other.scope}.qry.${other.service}.>`,
          `${other.scope}.evt.${other.service}.>`,
          `_INBOX.${other.scope}.${other.service}.>`,
          '_INBOX.>',
          '>',
        ])
          connection.nats.subscribe(subject, {
            callback: (error, message) => {
              if (!error) received.push(`${natsUserName(user)} received ${message.subject}`);
            },
          });
      }
    await Promise.all(users.map(({ connection }) => connection.nats.flush()));
    for (const { scope, service } of everyone)
      for (const subject of [
        `${scope}.cmd.${service}.x`,
        `${scope}.qry.${service}.x`,
        `${scope}.evt.${service}.x`,
        `_INBOX.${scope}.${service}.x`,
      ])
        observer.nats.publish(subject, 'secret');
    await observer.nats.flush();
    await Promise.all(users.map(({ connection }) => connection.nats.flush()));
    expect(received).toEqual([]);
  });

  it('cannot log in with the password of another service', async () => {
    const { host } = new URL(nats.url);
    const own = new URL(natsUrlOf(nats.url, { scope: 'i1', service: 'delivery', secret }));
    const { connect } = await import('@nats-io/transport-node');
    const login = connect({ servers: host, user: 'i1.wallet', pass: own.password, reconnect: false });
    await expect(login).rejects.toThrow(/authorization/i);
  });

  it('can reply once to a request, and only to that', async () => {
    const { connection } = userOf('i1', 'wallet');
    const gateway = userOf('i1', 'instance_gateway').connection;
    const replies: string[] = [];
    connection.nats.subscribe('i1.qry.wallet.twice', {
      callback: (_error, message) => {
        message.respond('one');
        message.respond('two');
      },
    });
    const inbox = gateway.newInbox();
    gateway.nats.subscribe(inbox, { callback: (_error, message) => void replies.push(message.string()) });
    await Promise.all([connection.nats.flush(), gateway.nats.flush()]);
    gateway.nats.publish('i1.qry.wallet.twice', '', { reply: inbox });
    await eventually(() => replies.length > 0);
    await connection.nats.flush();
    await gateway.nats.flush();
    expect(replies).toEqual(['one']);
  });
});

describe('services with users of their own', () => {
  const actor: Actor = { kind: 'system' };

  it('answer requests of their gateway, and the hub gateway reaches the gateways of instances', async () => {
    const wallets = new KushkTransport(userOf('i1', 'wallet').connection, {
      scope: 'i1',
      service: 'wallet',
      streamReplicas: 1,
    });
    wallets.addHandler(wallet.getWallet.subject, (async () => ({ accepted: true, reply: 'yes' })) as never, false);
    const gateway = new KushkTransport(userOf('i1', 'instance_gateway').connection, {
      scope: 'i1',
      service: 'instance_gateway',
      streamReplicas: 1,
    });
    const usage = instanceGateway.monthlyUsage;
    gateway.addHandler(usage.subject, (async () => ({ accepted: true, reply: 'usage' })) as never, false);
    const denied = instanceGateway.deniedAttempts;
    gateway.addHandler(denied.subject, (async () => ({ accepted: true, reply: 'denied' })) as never, false);
    for (const transport of [wallets, gateway]) await new Promise<void>((resolve) => transport.listen(() => resolve()));
    const ofInstance = new Broker(userOf('i1', 'instance_gateway').connection, { scope: 'i1' });
    const ofHub = new Broker(userOf('hub', 'hub_gateway').connection, { scope: 'hub' });
    const options = { actor, requestId: 'req_1' };
    const asMany = (count: number) =>
      Promise.all(Array.from({ length: count }, () => ofInstance.request(wallet.getWallet, {} as never, options)));
    expect(await asMany(1)).toMatchObject([{ reply: 'yes' }]);
    // In a batch (docs/adr/0025-requests-in-batches.md), which has one message.
    const sent = (): number => userOf('i1', 'instance_gateway').connection.nats.stats().outMsgs;
    await eventually(async () => {
      const before = sent();
      expect(await asMany(20)).toMatchObject(Array.from({ length: 20 }, () => ({ reply: 'yes' })));
      return sent() === before + 1;
    });
    expect(await ofHub.request(usage, {} as never, { ...options, scope: 'i1' })).toMatchObject({ reply: 'usage' });
    expect(await ofHub.request(denied, {} as never, { ...options, scope: 'i1' })).toMatchObject({ reply: 'denied' });
    const intruder = new Broker(userOf('i1', 'delivery').connection, { scope: 'i1' });
    await expect(intruder.request(wallet.getWallet, {} as never, { ...options, timeoutMs: 300 })).rejects.toMatchObject(
      { code: 'wallet.unavailable' },
    );
    await Promise.all([wallets.close(), gateway.close()]);
  });

  it('cannot send a request through JetStream: by republishing from a stream or by pushing from a consumer', async () => {
    const called: string[] = [];
    const wallets = new KushkTransport(userOf('i2', 'wallet').connection, {
      scope: 'i2',
      service: 'wallet',
      streamReplicas: 1,
    });
    wallets.addHandler(wallet.getWallet.subject, (async () => void called.push('called')) as never, false);
    await new Promise<void>((resolve) => wallets.listen(() => resolve()));
    const intruder = userOf('i2', 'installation').connection;
    const manager = await jetstreamManager(intruder.nats, { checkAPI: false });
    const target = `i2.${wallet.getWallet.subject}`;
    await manager.streams.add({
      name: 'EVT_I2_INSTALLATION',
      subjects: ['i2.evt.installation.>'],
      republish: { src: 'i2.evt.installation.x', dest: target },
    });
    await manager.consumers.add('EVT_I2_INSTALLATION', {
      durable_name: 'installation_to-the-hub_1',
      deliver_subject: target,
      filter_subjects: ['i2.evt.installation.>'],
      ack_policy: 'none',
    });
    const arrived: string[] = [];
    observer.nats.subscribe(target, { callback: (_error, message) => void arrived.push(message.subject) });
    await observer.nats.flush();
    const forged = {
      request: {},
      actor: { kind: 'system' },
      request_id: 'r',
      remaining_ms: 5_000,
    };
    intruder.nats.publish('i2.evt.installation.x', JSON.stringify(forged));
    await eventually(() => arrived.length === 2);
    await wallets.close();
    expect(called).toEqual([]);
  });

  it('publish their facts, react to those of others, and park and replay them', async () => {
    const stream = await JetStreamFactStream.create(userOf('i1', 'workspace').connection, {
      scope: 'i1',
      service: 'workspace',
      replicas: 1,
    });
    await stream.prepare();
    const { sequence } = await stream.end();
    const type = workspaceFacts.proposalSettled.subject;
    const outgoing = (n: number) => ({
      subject: `i1.${type}.p${n}`,
      eventId: `evt_${n}`,
      body: JSON.stringify({ n }),
      headers: { [factHeaders.stream]: `proposal-${n}` },
    });
    await stream.publish([outgoing(1), outgoing(2)], sequence);
    const seen: number[] = [];
    let isRepaired = false;
    const delivery = new KushkTransport(
      userOf('i1', 'delivery').connection,
      { scope: 'i1', service: 'delivery', streamReplicas: 1 },
      { limits },
    );
    const handler = async ({ n }: { n: number }, _context: FactContext): Promise<void> => {
      if (n === 1 && !isRepaired) throw new Error('defect');
      seen.push(n);
    };
    delivery.addHandler(type, handler as never, true, { reaction: 'on-proposal-settled' });
    await new Promise<void>((resolve) => delivery.listen(() => resolve()));
    const parked = await delivery.parkedFacts();
    await eventually(async () => seen.length === 1 && (await parked.list()).length === 1);
    isRepaired = true;
    expect(await parked.replay()).toMatchObject({ replayed: 1 });
    expect(seen).toEqual([2, 1]);
    await delivery.close();
  });
});

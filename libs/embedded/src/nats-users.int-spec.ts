import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Broker,
  BrokerConnection,
  createStreams,
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
  forwardingReaction,
  instanceGateway,
  natsUserName,
  parkedStreamName,
  reactionsOf,
  ownStreams,
  rolesIn,
  releasesStream,
  reportsStream,
  streamsUser,
  waitingStreamName,
  wallet,
  workspaceFacts,
  type Actor,
  type NatsRole,
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
  readonly service: NatsRole;
  readonly connection: BrokerConnection;
}
const everyone = scopes.flatMap((scope) => rolesIn(scope).map((service) => ({ scope, service })));
const services = scopes.flatMap((scope) =>
  rolesIn(scope).flatMap((service) => (service === streamsUser ? [] : [{ scope, service }])),
);

const nameOf = ({ scope, service }: Pick<User, 'scope' | 'service'>): string => natsUserName({ scope, role: service });
const streamsUrl = (scope: string): string => natsUrlOf(nats.url, { scope, role: streamsUser, secret });

let nats: FreshNats;
let users: User[];
let observer: BrokerConnection;

beforeAll(async () => {
  const topology = sharedTopology({ instances: ['i1', 'i2'], secret });
  const withObserver = (line: string): string => line.replace('users: [', 'users: [{"user":"o","password":"o"},');
  nats = await freshNats({ ...topology, lines: (folder) => topology.lines(folder).map(withObserver) });
  observer = await BrokerConnection.connect(nats.url.replace('//', '//o:o@'), 'o');
  for (const scope of ['i1', 'i2']) await createStreams({ url: streamsUrl(scope), scope });
  await createStreams({ url: streamsUrl('hub'), scope: 'hub', instances: ['i1', 'i2'] });
  users = await Promise.all(
    everyone.map(async ({ scope, service }) => {
      const url = natsUrlOf(nats.url, { scope, role: service, secret });
      return { scope, service, connection: await BrokerConnection.connect(url, nameOf({ scope, service })) };
    }),
  );
});
afterAll(async () => {
  await Promise.all([...(users ?? []).map(({ connection }) => connection), observer].map((one) => one?.close()));
  await nats?.stop();
});
const userOf = (scope: string, service: ServiceName): User =>
  users.find((one) => one.scope === scope && one.service === service)!;
const isGateway = (service: NatsRole): boolean => service.endsWith('_gateway');

/** The services whose reactions consume the facts of this one, in its own stream. */
function readersOf({ scope, service }: (typeof services)[number]): (typeof services)[number][] {
  return services.filter(
    (one) =>
      one.scope === scope &&
      reactionsOf[one.service].some(
        ({ publisher, reaction, from }) => publisher === service && from !== 'fleet' && reaction !== forwardingReaction,
      ),
  );
}

/** Everything that a process could send to harm another service: the subject, and who may use it. */
interface Target {
  readonly subject: string;
  readonly mayUse: (user: Pick<User, 'scope' | 'service'>) => boolean;
}
const noUser = (): boolean => false;
function targetsOf({ scope, service }: (typeof services)[number]): Target[] {
  const isOwner = (user: Pick<User, 'scope' | 'service'>): boolean => user.scope === scope && user.service === service;
  const createsStreams = (user: Pick<User, 'scope' | 'service'>): boolean =>
    user.scope === scope && user.service === streamsUser && !isGateway(service);
  const ownsStream = (user: Pick<User, 'scope' | 'service'>): boolean => isOwner(user) && !isGateway(service);
  const target = (mayUse: Target['mayUse'], ...subjects: string[]): Target[] =>
    subjects.map((subject) => ({ subject, mayUse }));
  const [facts, parked] = [factStreamName(scope, service), parkedStreamName(scope, service)];
  const readers = readersOf({ scope, service });
  const streamVerbs = (verbs: readonly string[], stream: string) =>
    verbs.map((verb) => `$JS.API.STREAM.${verb}.${stream}`);
  return [
    ...target(
      (user) => user.scope === scope && isGateway(user.service),
      `${scope}.cmd.${service}.thing.do`,
      `${scope}.qry.${service}.thing.get`,
    ),
    ...target(noUser, `_INBOX.${scope}.${service}.reply.1`),
    ...target(
      (user) => isOwner(user) && !isGateway(service),
      `${scope}.evt.${service}.thing.done.v1.x`,
      `${scope}.parked.${service}.on-thing`,
      ...[parked, waitingStreamName(scope, service)].map((stream) => `$JS.API.STREAM.MSG.DELETE.${stream}`),
    ),
    ...target(
      (user) => ownsStream(user) || readers.some((one) => one.scope === user.scope && one.service === user.service),
      `$JS.API.STREAM.MSG.GET.${facts}`,
    ),
    ...target(
      (user) =>
        createsStreams(user) ||
        ownsStream(user) ||
        readers.some((one) => one.scope === user.scope && one.service === user.service),
      `$JS.API.STREAM.INFO.${facts}`,
    ),
    ...ownStreams(scope, service).flatMap((stream) => [
      ...target(createsStreams, ...streamVerbs(['CREATE', 'UPDATE'], stream)),
      ...(stream === facts
        ? []
        : target((user) => createsStreams(user) || ownsStream(user), `$JS.API.STREAM.INFO.${stream}`)),
      ...target(noUser, ...streamVerbs(['DELETE'], stream)),
      ...target(
        (user) => (stream === facts || stream === releasesStream) && createsStreams(user),
        ...streamVerbs(['PURGE'], stream),
      ),
      ...(stream === releasesStream ? [] : target(noUser, `$JS.API.DIRECT.GET.${stream}`)),
    ]),
    // The hub's gateway has no control messages of its own.
    ...target((user) => isOwner(user) && service !== 'hub_gateway', `${scope}.ctl.${service}.thing`),
    ...target(noUser, ...streamVerbs(['SNAPSHOT', 'LEADER.STEPDOWN'], facts), `$JS.API.STREAM.NAMES`),
    ...target(noUser, `$JS.API.CONSUMER.LIST.${facts}`, `$JS.API.CONSUMER.CREATE.${facts}.intruder`),
    ...reactionsOf[service].flatMap(({ publisher, reaction, from }) => {
      if (publisher === 'catalogue' && scope !== 'hub') return [];
      const stream = from === 'fleet' ? reportsStream : factStreamName(scope, publisher);
      return consumerSlots
        .map((slot) => `${consumerName({ service, reaction })}_${slot}`)
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
    }),
  ];
}

describe('the NATS user of a service', () => {
  it('can publish only what the service itself publishes: no subject of another service', async () => {
    const targets = services.flatMap(targetsOf);
    const seen: string[] = [];
    const body = 'impersonation';
    const all = ['>', '$JS.API.>', '$JS.ACK.>'].map((subject) =>
      observer.nats.subscribe(subject, {
        callback: (_error, message) => void (message.string().startsWith(body) && seen.push(message.string())),
      }),
    );
    await observer.nats.flush();
    for (const { connection, ...user } of users) {
      for (const { subject } of targets) connection.nats.publish(subject, `${body} ${nameOf(user)} ${subject}`);
      await connection.nats.flush();
    }
    await observer.nats.flush();
    const expected = everyone.flatMap((user) =>
      targets.filter(({ mayUse }) => mayUse(user)).map(({ subject }) => `${body} ${nameOf(user)} ${subject}`),
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
              if (!error) received.push(`${nameOf(user)} received ${message.subject}`);
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
    const own = new URL(natsUrlOf(nats.url, { scope: 'i1', role: 'delivery', secret }));
    const { connect } = await import('@nats-io/transport-node');
    const login = connect({ servers: host, user: 'i1.wallet', pass: own.password, reconnect: false });
    await expect(login).rejects.toThrow(/authorization/i);
  });

  it('can neither create nor change a stream, with the subjects of another service or as a copy of its stream', async () => {
    const manager = await jetstreamManager(observer.nats, { checkAPI: false });
    const configurations = async () => (await manager.streams.list().next()).map(({ config }) => config);
    const before = await configurations();
    const attempts = users
      .filter(({ service }) => service !== streamsUser)
      .flatMap(({ connection, ...user }) =>
        services.flatMap((other) => {
          const subjects = [`${other.scope}.cmd.${other.service}.>`, `${other.scope}.evt.${other.service}.>`];
          const own = factStreamName(user.scope, user.service as ServiceName);
          const foreign = factStreamName(other.scope, other.service);
          return [
            ['UPDATE', own, { subjects }],
            ['CREATE', 'NEW', { subjects }],
            ['CREATE', 'NEW', { mirror: { name: foreign } }],
            ['CREATE', 'NEW', { sources: [{ name: foreign }] }],
            ['UPDATE', own, { republish: { src: '>', dest: subjects[0] } }],
            ['UPDATE', foreign, { subjects: ['elsewhere'] }],
          ].map(async ([verb, name, config]) => {
            const body = JSON.stringify({ name, ...(config as object) });
            const request = connection.nats.request(`$JS.API.STREAM.${verb as string}.${name as string}`, body);
            return await request.then((reply) => `${nameOf(user)} ${reply.string()}`).catch(String);
          });
        }),
      );
    const outcomes = new Set((await Promise.all(attempts)).filter((one) => !/permissions violation/i.test(one)));
    expect([...outcomes]).toEqual([]);
    expect(await configurations()).toEqual(before);
  });

  it('cannot make the server create a stream, by naming that request as the reply subject of another', async () => {
    const intruder = userOf('i1', 'wallet').connection.nats;
    const reply = '$JS.API.STREAM.CREATE.NEW';
    intruder.publish('i1.evt.wallet.x', JSON.stringify({ name: 'NEW', subjects: ['i1.cmd.workspace.>'] }), { reply });
    const stream = factStreamName('i1', 'wallet');
    for (const query of ['{"last_by_subj":"i1.evt.wallet.x"}', '{"seq":1}'])
      for (const verb of ['DIRECT.GET', 'STREAM.MSG.GET'])
        intruder.publish(`$JS.API.${verb}.${stream}`, query, { reply });
    await intruder.flush();
    const manager = await jetstreamManager(observer.nats, { checkAPI: false });
    const stored = () => manager.streams.getMessage(stream, { last_by_subj: 'i1.evt.wallet.x' });
    await eventually(async () => (await stored())?.string().includes('NEW'));
    expect(await manager.streams.names().next()).not.toContain('NEW');
    await expect(intruder.request(`$JS.API.DIRECT.GET.${stream}`, '{"seq":1}')).rejects.toThrow(
      /permissions violation/i,
    );
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
    });
    wallets.addHandler(wallet.getWallet.subject, (async () => ({ accepted: true, reply: 'yes' })) as never, false);
    const gateway = new KushkTransport(userOf('i1', 'instance_gateway').connection, {
      scope: 'i1',
      service: 'instance_gateway',
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

  it('cannot send a request through JetStream, by pushing from a consumer or by naming the request as a reply subject', async () => {
    const called: string[] = [];
    const wallets = new KushkTransport(userOf('i2', 'wallet').connection, {
      scope: 'i2',
      service: 'wallet',
    });
    wallets.addHandler(wallet.getWallet.subject, (async () => void called.push('called')) as never, false);
    await new Promise<void>((resolve) => wallets.listen(() => resolve()));
    const intruder = userOf('i2', 'installation').connection;
    const manager = await jetstreamManager(intruder.nats, { checkAPI: false });
    const target = `i2.${wallet.getWallet.subject}`;
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
    intruder.nats.publish('$JS.API.STREAM.MSG.GET.EVT_I2_INSTALLATION', '{"seq":1}', { reply: target });
    await eventually(() => arrived.includes(target) && arrived.includes('i2.evt.installation.x'));
    await wallets.close();
    expect(called).toEqual([]);
  });

  it('publish their facts, react to those of others, and park and replay them', async () => {
    const stream = await JetStreamFactStream.create(userOf('i1', 'workspace').connection, {
      scope: 'i1',
      service: 'workspace',
    });
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
      { scope: 'i1', service: 'delivery' },
      { limits },
    );
    const handler = async ({ n }: { n: number }, _context: FactContext): Promise<void> => {
      if (n === 1 && !isRepaired) throw new Error('defect');
      seen.push(n);
    };
    delivery.addHandler(type, handler as never, true, { reaction: 'on-proposal-settled' });
    await new Promise<void>((resolve) => delivery.listen(() => resolve()));
    const parked = await delivery.parkedFacts();
    const ofReaction = { reaction: 'on-proposal-settled' };
    const isParked = async () => (await parked.list()).some(({ reaction }) => reaction === ofReaction.reaction);
    await eventually(async () => seen.length === 1 && (await isParked()));
    isRepaired = true;
    expect(await parked.replay(ofReaction)).toMatchObject({ replayed: 1 });
    expect(seen).toEqual([2, 1]);
    await delivery.close();
  });
});

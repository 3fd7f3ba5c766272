import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  command,
  decisionRequires,
  encodeCursor,
  gatewayRequires,
  publicFact,
  query,
  type Actor,
  type RequestIdempotency,
} from '@kushk/contracts';
import { accept, streamRef, type Outcome, type StreamType, type Streams } from '@kushk/decider';
import type { CommandOver } from '@kushk/event-store';
import { EVENT_STORE } from '@kushk/event-store/fact-stream';
import type { SymbolToken } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { respond, type FactContext, type RequestContext } from '../transport/context.js';
import { HandlerArguments } from '../transport/handler-arguments.js';
import type { CallerStreams } from './caller-role.js';
import { commandHandler } from './command-handler.js';
import { pageHandler } from './page-handler.js';
import { queryHandler } from './query-handler.js';
import { reactionHandler } from './reaction-handler.js';

type Coins = { readonly type: 'CoinPutIn'; readonly data: { readonly coins: number } };
const purseStream: StreamType<number, Coins> = {
  category: 'purse',
  factTypes: { CoinPutIn: true },
  initial: 0,
  evolve: (state, fact) => state + fact.data.coins,
  stateVersion: 1,
};
const putIn = (coins: number, state: number) =>
  accept([{ type: 'CoinPutIn' as const, data: { coins } }], state + coins);

const purse = {
  fill: command<{ id: string; coins: number; idempotency?: RequestIdempotency }, number>('wallet', 'purse.fill'),
  drop: command<{ id: string; coins: number; idempotency?: RequestIdempotency }, number>('wallet', 'purse.drop'),
  rob: command<{ id: string; idempotency?: RequestIdempotency }, number>(
    'wallet',
    'purse.rob',
    decisionRequires('operator', 'billing'),
  ),
  lend: command<{ id: string; idempotency?: RequestIdempotency }, number>(
    'wallet',
    'purse.lend',
    gatewayRequires('operator'),
  ),
  label: query<{ id: string }, string>('wallet', 'purse.label'),
  list: query<{ cursor: string | null }, string | null>('wallet', 'purse.list'),
};
const filled = publicFact<{ id: string }>('wallet', 'purse.filled');

class Labels {
  of = (id: string): string => `purse ${id}`;
}
const SUFFIX = Symbol('suffix') as SymbolToken<string>;

/** Decides every command on these states, and remembers the commands. A stream is without facts by default. */
class DecidingStore {
  readonly commands: CommandOver<Streams, unknown>[] = [];

  constructor(private readonly states: Readonly<Record<string, unknown>> = {}) {}

  run(given: CommandOver<Streams, unknown>): Promise<Outcome<unknown>> {
    this.commands.push(given);
    const states = Object.entries(given.streams).map(([name, ref]) => [name, this.states[ref.id] ?? ref.type.initial]);
    const decision = given.decide(Object.fromEntries(states));
    return Promise.resolve(decision.accepted ? { accepted: true, reply: decision.reply, replayed: false } : decision);
  }
}
let store: DecidingStore;

const Fill = commandHandler(purse.fill, {
  name: 'Fill',
  command: ({ coins }) => coins,
  stream: ({ id }) => streamRef(purseStream, id),
  decide: (coins, state) => putIn(coins, state),
});
const Drop = commandHandler(purse.drop, { labels: Labels }, async ({ id, coins }, { labels }, { run }) => {
  const name = labels.of(id);
  return run({ name, stream: streamRef(purseStream, id), command: coins, decide: putIn, idempotency: 'permanent' });
});
const Rob = commandHandler(purse.rob, {
  name: 'Rob',
  command: () => -1,
  stream: ({ id }) => streamRef(purseStream, id),
  decide: putIn,
});
const Lend = commandHandler(purse.lend, {}, async ({ id }, _found, { run }) =>
  run({ name: 'Lend', stream: streamRef(purseStream, id), command: -1, decide: putIn }),
);
const Label = queryHandler(purse.label, { suffix: SUFFIX, labels: Labels }, ({ id }, { labels, suffix }) => ({
  accepted: true,
  reply: `${labels.of(id)}${suffix}`,
  replayed: false,
}));
const List = pageHandler(purse.list, {}, async (_request, _found, after) => respond(after));
const OnFilled = reactionHandler(filled, {
  reaction: 'on-filled',
  from: 'fleet',
  name: 'React',
  command: () => 1,
  streams: ({ id }) => ({ purse: streamRef(purseStream, id) }),
  decide: (coins, { purse: state }) => {
    const decision = putIn(coins, state);
    return { ...decision, facts: { purse: decision.facts } };
  },
});

const context: RequestContext = { actor: { kind: 'system' }, requestId: 'req_1', deadline: new Date() };
const idempotency = { scope: 'caller', key: 'k', input_hash: 'h' };

beforeEach(() => {
  store = new DecidingStore();
});

describe('commandHandler', () => {
  it('runs one command with the key and the metadata of the request', async () => {
    const outcome = await new Fill(store).handle({ id: 'p1', coins: 3, idempotency }, context);
    expect(outcome).toMatchObject({ accepted: true, reply: 3 });
    expect(store.commands).toMatchObject([
      {
        name: 'Fill',
        streams: { stream: { id: 'p1' } },
        idempotency: { scope: 'caller', key: 'k', inputHash: 'h' },
        meta: { actor: { kind: 'system' }, correlationId: 'req_1' },
      },
    ]);
    expect(store.commands[0]?.idempotency).not.toHaveProperty('isPermanent');
  });

  it('keeps the key of a permanent command for good', async () => {
    await new Drop(store, new Labels()).handle({ id: 'p1', coins: 1, idempotency }, context);
    await new Drop(store, new Labels()).handle({ id: 'p1', coins: 1 }, context);
    expect(store.commands.map((one) => one.idempotency?.isPermanent)).toEqual([true, undefined]);
  });
});

describe('the role of a caller', () => {
  const rolesStream: StreamType<readonly string[]> = {
    category: 'staff',
    factTypes: {},
    initial: [],
    evolve: (roles) => roles,
    stateVersion: 1,
  };
  const callers: CallerStreams = (actor) =>
    actor.kind === 'staff'
      ? { ref: streamRef(rolesStream, actor.subject), rolesOf: (roles: readonly string[]) => roles }
      : null;
  const staff = (subject: string): Actor => ({ kind: 'staff', subject, roles: ['operator'], name: '' });
  const plugin: Actor = {
    ...{ kind: 'plugin', installation_id: 'ins_1', organisation_id: 'org_1', plugin_id: 'p' },
    ...{ on_behalf_of: null, on_behalf_of_name: null },
  };
  const rob = async (actor: Actor) => {
    store = new DecidingStore({ olga: ['billing'], rita: ['reviewer'] });
    const outcome = await new Rob(store, callers).handle({ id: 'p1', idempotency }, { ...context, actor });
    return outcome.accepted ? 'accepted' : outcome.refusal;
  };
  const refusal = { code: 'auth.role_missing', params: { required: ['operator', 'billing'] } };

  it('is read with the streams of the command, whatever the gateway knew', async () => {
    expect(await rob(staff('olga'))).toBe('accepted');
    expect(store.commands).toMatchObject([
      { name: 'Rob', streams: { stream: { id: 'p1' }, caller: { id: 'olga' } }, idempotency: { key: 'k' } },
    ]);
    expect(await rob(staff('rita'))).toEqual(refusal);
    expect(await rob(staff('nobody'))).toEqual(refusal);
  });

  it('is missing for a kind of caller that the service does not store, and not needed by the system', async () => {
    expect(await rob(plugin)).toEqual(refusal);
    expect(store.commands).toEqual([]);
    expect(await rob({ kind: 'system' })).toBe('accepted');
  });

  it('is left to the gateway for a service that does not store callers', async () => {
    const outcome = await new Lend(store).handle({ id: 'p1' }, { ...context, actor: staff('nobody') });
    expect(outcome).toMatchObject({ accepted: true });
    expect(store.commands[0]?.streams).not.toHaveProperty('caller');
  });
});

describe('pageHandler', () => {
  it('passes the key after which the page starts, and rejects an invalid cursor', async () => {
    const cursors = [null, encodeCursor('p1'), 'not a cursor'];
    const outcomes = await Promise.all(cursors.map((cursor) => new List().handle({ cursor }, context)));
    expect(outcomes).toMatchObject([{ reply: null }, { reply: 'p1' }, { refusal: { code: 'cursor.invalid' } }]);
  });
});

describe('reactionHandler', () => {
  it('reacts to the facts of two instances that use the same event id', async () => {
    const fact = { eventId: 'evt_1', streamId: 's', type: '', at: new Date(), sequence: 1 };
    const contexts: FactContext[] = ['one', 'two'].map((scope) => ({ ...fact, scope }));
    for (const each of contexts) await new OnFilled(store).react({ id: 'p1' }, each);
    expect(store.commands.map((one) => one.idempotency?.key)).toEqual(['evt_1:one', 'evt_1:two']);
    expect(store.commands[0]).toMatchObject({ streams: { purse: { id: 'p1' } }, meta: { causationId: 'evt_1' } });
  });
});

@Module({
  imports: [DiscoveryModule],
  controllers: [Fill, Drop, Label, OnFilled],
  providers: [
    HandlerArguments,
    Labels,
    { provide: SUFFIX, useValue: '!' },
    { provide: EVENT_STORE, useFactory: () => store },
  ],
})
class PurseModule {}

/** A transport without a NATS connection. */
class LocalTransport extends Server implements CustomTransportStrategy {
  listen = (callback: () => void): void => callback();
  close = (): void => undefined;
  on = (): never => {
    throw new Error('no events');
  };
  unwrap = (): never => {
    throw new Error('nothing to unwrap');
  };
}

describe('a module with handlers', () => {
  it('registers each under its subject and gives it what it needs', async () => {
    const strategy = new LocalTransport();
    const app = await NestFactory.createMicroservice(PurseModule, { strategy, logger: false });
    await app.init();
    const patterns = [purse.fill, purse.drop, purse.label, filled].map(({ subject }) => subject);
    expect([...strategy.getHandlers().keys()]).toEqual(patterns);
    expect(strategy.getHandlerByPattern(filled.subject)?.extras).toEqual({ reaction: 'on-filled', from: 'fleet' });
    const reply = await strategy.getHandlerByPattern(purse.label.subject)?.({ id: 'p1' }, context);
    await app.close();
    expect(reply).toMatchObject({ reply: 'purse p1!' });
  });
});

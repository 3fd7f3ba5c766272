import { beforeEach, describe, expect, it } from '@jest/globals';
import { command, encodeCursor, publicFact, query, type RequestIdempotency } from '@kushk/contracts';
import { accept, streamRef, type Outcome, type StreamType, type Streams } from '@kushk/decider';
import type { CommandOver } from '@kushk/event-store';
import { EVENT_STORE } from '@kushk/event-store/fact-stream';
import type { SymbolToken } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { respond, type FactContext, type RequestContext } from '../transport/context.js';
import { HandlerArguments } from '../transport/handler-arguments.js';
import { commandHandler } from './command-handler.js';
import { pageHandler } from './page-handler.js';
import { queryHandler } from './query-handler.js';
import { reactionHandler } from './reaction-handler.js';

type Coins = { readonly type: 'CoinPutIn'; readonly data: { readonly coins: number } };
const purseStream: StreamType<number, Coins> = {
  category: 'purse',
  initial: 0,
  evolve: (state, fact) => state + fact.data.coins,
  stateVersion: 1,
};
const putIn = (coins: number, state: number) =>
  accept([{ type: 'CoinPutIn' as const, data: { coins } }], state + coins);

const purse = {
  fill: command<{ id: string; coins: number; idempotency?: RequestIdempotency }, number>('wallet', 'purse.fill'),
  drop: command<{ id: string; coins: number; idempotency?: RequestIdempotency }, number>('wallet', 'purse.drop'),
  label: query<{ id: string }, string>('wallet', 'purse.label'),
  list: query<{ cursor: string | null }, string | null>('wallet', 'purse.list'),
};
const filled = publicFact<{ id: string }>('wallet', 'purse.filled');

class Labels {
  of = (id: string): string => `purse ${id}`;
}
const SUFFIX = Symbol('suffix') as SymbolToken<string>;

/** Decides every command on streams without facts, and remembers the commands. */
class DecidingStore {
  readonly commands: CommandOver<Streams, unknown>[] = [];

  run(given: CommandOver<Streams, unknown>): Promise<Outcome<unknown>> {
    this.commands.push(given);
    const states = Object.entries(given.streams).map(([name, ref]) => [name, ref.type.initial]);
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

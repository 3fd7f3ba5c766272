import { describe, expect, it } from '@jest/globals';
import { lookAtSources } from './example-sources.js';
import { handlersIn } from './handlers.js';
import { publicationsIn, streamsIn } from './streams.js';
import { townOf } from './town.js';

/** The words of the libraries that the map knows by their names. */
const words = `
  export interface StreamType<State, F> { category: string; initial: State; evolve(state: State, fact: F): State }
  export interface Fact<T extends string, D> { type: T; data: D }
  export const opened = () => ({ type: 'PurseOpened' as const, data: {} });
  export declare function streamRef(type: unknown, id: string): unknown;
  export declare function publishes<S, F>(of: StreamType<S, F>, translate: (fact: F) => unknown): unknown;
  export declare function say(type: unknown, data: unknown): object;
  export declare function MessagePattern(subject: string): MethodDecorator;
  export declare function EventPattern(subject: string, options: { reaction: string }): MethodDecorator;
  export const purse = { fill: { subject: 'cmd.purse.purse.fill', service: 'purse' }, empty: { subject: 'cmd.purse.purse.empty', service: 'purse' } };
  export const purseFacts = { filled: { subject: 'evt.purse.purse.filled.v1', service: 'purse' }, emptied: { subject: 'evt.purse.purse.emptied.v1', service: 'purse' } };`;

const files = {
  'libs/words/src/index.ts': words,
  'apps/purse/src/purse/purse.ts': `
    import type { Fact, StreamType } from '../../../../libs/words/src/index.js';
    export type PurseFact = Fact<'CoinPutIn', { coins: number }> | Fact<'NotePutIn', { notes: number }> | Fact<'PurseEmptied', { by: string }> | Fact<'PurseOpened', object>;
    export const purseStream: StreamType<number, PurseFact> = { category: 'purse', initial: 0, evolve: (state, fact) => (fact.type === 'CoinPutIn' ? state + 1 : state) };`,
  'apps/purse/src/purse/put-in.ts': `
    export const coin = (coins: number) => ({ type: 'CoinPutIn' as const, data: { coins } });
    export const unused = () => ({ type: 'PurseOpened' as const, data: {} });
    export const noFact = () => ({ type: 'json', data: 'CoinPutIn' });`,
  'apps/purse/src/purse/store.handler.ts': `
    import { opened, streamRef } from '../../../../libs/words/src/index.js';
    import { coin, noFact } from './put-in.js';
    import { purseStream } from './purse.js';
    export class Store {
      put(id: string) { noFact(); opened(); return [streamRef(purseStream, id), coin(1)]; }
      empty(id: string) { return [streamRef(purseStream, id), { type: 'PurseEmptied' as const, data: { by: 'x' } }]; }
    }`,
  'apps/purse/src/purse/fill.handler.ts': `
    import { MessagePattern, EventPattern, purse, purseFacts } from '../../../../libs/words/src/index.js';
    import type { Store } from './store.handler.js';
    const reaction = 'on-emptied';
    export class Handler {
      constructor(private readonly store: Store) {}
      @MessagePattern(purse.fill.subject) fill() { return this.store.put('a'); }
      @EventPattern(purseFacts.emptied.subject, { reaction }) react() { return this.store.put('b'); }
    }
    export class Sweeper {
      constructor(private readonly store: Store) {}
      onApplicationBootstrap() { return this.store.empty('a'); }
    }`,
};

/** The translation of the purse, as its body. */
const publishing = (body: string) => ({
  ...files,
  'apps/purse/src/purse/purse.public.ts': `
    import { publishes, say, purseFacts } from '../../../../libs/words/src/index.js';
    import { purseStream } from './purse.js';
    export const pursePublic = publishes(purseStream, (fact) => ${body});`,
});
const published = (body: string) =>
  lookAtSources(publishing(body), (sources) =>
    publicationsIn(sources, streamsIn(sources)).map(({ privateFact, member }) => [privateFact, member]),
  );

describe('the map', () => {
  it('knows a stream by its type, with its facts in their order', () => {
    const streams = lookAtSources(files, (sources) => [...streamsIn(sources).values()]);
    expect(streams).toEqual([
      {
        app: 'purse',
        category: 'purse',
        file: 'apps/purse/src/purse/purse.ts',
        facts: ['CoinPutIn', 'NotePutIn', 'PurseEmptied', 'PurseOpened'],
      },
    ]);
  });

  it('follows a handler through classes and functions to the facts that it can make, and no further', () => {
    const { answering, reacting, byItself } = lookAtSources(files, (sources) =>
      handlersIn(sources, streamsIn(sources)),
    );
    const file = 'apps/purse/src/purse/fill.handler.ts';
    expect(answering).toEqual([
      { app: 'purse', file, group: 'purse', member: 'fill', facts: ['CoinPutIn'], streams: ['purse'] },
    ]);
    expect(reacting).toEqual([
      {
        app: 'purse',
        file,
        group: 'purseFacts',
        member: 'emptied',
        reaction: 'on-emptied',
        facts: ['CoinPutIn'],
        streams: ['purse'],
      },
    ]);
    expect(byItself).toEqual([{ app: 'purse', file, name: 'Sweeper', facts: ['PurseEmptied'], streams: ['purse'] }]);
  });

  it('reads what is published from a switch, a guard and a choice', () => {
    const bySwitch = `{ switch (fact.type) { case 'CoinPutIn': case 'NotePutIn': return say(purseFacts.filled, {}); case 'PurseEmptied': { return say(purseFacts.emptied, fact.data); } default: return null; } }`;
    expect(published(bySwitch)).toEqual([
      ['CoinPutIn', 'filled'],
      ['NotePutIn', 'filled'],
      ['PurseEmptied', 'emptied'],
    ]);
    expect(
      published(
        `{ if (fact.type !== 'PurseEmptied') return null; const { by } = fact.data; return say(purseFacts.emptied, { by }); }`,
      ),
    ).toEqual([['PurseEmptied', 'emptied']]);
    expect(
      published(
        `{ if (fact.type === 'PurseEmptied' || fact.type === 'PurseOpened') return null; return say(purseFacts.filled, fact.data); }`,
      ),
    ).toEqual([
      ['CoinPutIn', 'filled'],
      ['NotePutIn', 'filled'],
    ]);
    expect(published(`fact.type === 'PurseEmptied' ? say(purseFacts.emptied, { by: fact.data.by }) : null`)).toEqual([
      ['PurseEmptied', 'emptied'],
    ]);
  });

  it('is not drawn where a translation does not show which facts it means', () => {
    const onlyAsked = `fact.type === 'PurseEmptied' ? say(purseFacts.emptied, {}) : null`;
    expect(() => published(onlyAsked)).toThrow(
      'cannot tell for which facts of purse this is said: say(purseFacts.emptied, {})',
    );
    expect(
      published(
        `fact.type === 'PurseEmptied' ? say(purseFacts.emptied, { by: fact.data.by, why: fact.type === 'PurseEmptied' ? 'x' : 'y' }) : null`,
      ),
    ).toEqual([['PurseEmptied', 'emptied']]);
  });

  it('is not drawn where a request of the contracts is answered by nobody', () => {
    expect(() => lookAtSources(files, (sources) => townOf([], sources))).toThrow(
      'wallet.consume (cmd.wallet.wallet.consume) is answered by 0 handlers',
    );
  });
});

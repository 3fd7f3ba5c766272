import { describe, expect, it } from '@jest/globals';
import { withSources } from './example-sources.js';
import { handlersIn } from './handlers.js';
import { messageHandlersIn } from './message-handlers.js';
import { publicationsIn, streamsIn } from './streams.js';
import { buildSystemMap } from './system-map.js';

/** Declarations that the map recognises by name. */
const declarations = `
  export interface StreamType<State, F> { category: string; initial: State; evolve(state: State, fact: F): State }
  export interface Fact<T extends string, D> { type: T; data: D }
  export const opened = () => ({ type: 'PurseOpened' as const, data: {} });
  export declare function streamRef(type: unknown, id: string): unknown;
  export declare function publicationOf<S, F>(of: StreamType<S, F>, translate: (fact: F) => unknown): unknown;
  export declare function asPublicFact(type: unknown, data: unknown): object;
  export declare function commandHandler<N>(request: object, needs: { store: new () => N }, handle: (found: N) => unknown): unknown;
  export declare function reactionHandler<N>(fact: object, options: { reaction: string; needs: { store: new () => N } }, react: (found: N) => unknown): unknown;
  export const purse = { fill: { subject: 'cmd.purse.purse.fill', service: 'purse' }, empty: { subject: 'cmd.purse.purse.empty', service: 'purse' } };
  export const purseFacts = { filled: { subject: 'evt.purse.purse.filled.v1', service: 'purse' }, emptied: { subject: 'evt.purse.purse.emptied.v1', service: 'purse' } };`;

const files = {
  'libs/declarations/src/index.ts': declarations,
  'apps/purse/src/purse/purse.ts': `
    import type { Fact, StreamType } from '../../../../libs/declarations/src/index.js';
    export type PurseFact = Fact<'CoinPutIn', { coins: number }> | Fact<'NotePutIn', { notes: number }> | Fact<'PurseEmptied', { by: string }> | Fact<'PurseOpened', object>;
    export const purseStream: StreamType<number, PurseFact> = { category: 'purse', initial: 0, evolve: (state, fact) => (fact.type === 'CoinPutIn' ? state + 1 : state) };`,
  'apps/purse/src/purse/put-in.ts': `
    export const coin = (coins: number) => ({ type: 'CoinPutIn' as const, data: { coins } });
    export const unused = () => ({ type: 'PurseOpened' as const, data: {} });
    export const noFact = () => ({ type: 'json', data: 'CoinPutIn' });`,
  'apps/purse/src/purse/store.handler.ts': `
    import { opened, streamRef } from '../../../../libs/declarations/src/index.js';
    import { coin, noFact } from './put-in.js';
    import { purseStream } from './purse.js';
    export class Store {
      put(id: string) { noFact(); opened(); return [streamRef(purseStream, id), coin(1)]; }
      empty(id: string) { return [streamRef(purseStream, id), { type: 'PurseEmptied' as const, data: { by: 'x' } }]; }
    }`,
  'apps/purse/src/purse/fill.handler.ts': `
    import { commandHandler, reactionHandler, purse, purseFacts } from '../../../../libs/declarations/src/index.js';
    import { Store } from './store.handler.js';
    const reaction = 'on-emptied';
    export const FillHandler = commandHandler(purse.fill, { store: Store }, (store) => store.put('a'));
    export const OnEmptiedHandler = reactionHandler(purseFacts.emptied, { reaction, needs: { store: Store } }, (store) => store.put('b'));
    export class Sweeper {
      constructor(private readonly store: Store) {}
      onApplicationBootstrap() { return this.store.empty('a'); }
    }`,
};

/** Returns the example sources, plus a file that maps the private facts of the `purse` stream to public facts. */
const publishing = (body: string) => ({
  ...files,
  'apps/purse/src/purse/purse.public.ts': `
    import { publicationOf, asPublicFact, purseFacts } from '../../../../libs/declarations/src/index.js';
    import { purseStream } from './purse.js';
    export const pursePublic = publicationOf(purseStream, (fact) => ${body});`,
});
const published = (body: string) =>
  withSources(publishing(body), (sources) =>
    publicationsIn(sources, streamsIn(sources)).map(({ privateFact, member }) => [privateFact, member]),
  );

describe('the generated system map', () => {
  it('finds a stream by its type and lists its facts in declaration order', () => {
    const streams = withSources(files, (sources) => [...streamsIn(sources).values()]);
    expect(streams).toEqual([
      {
        app: 'purse',
        category: 'purse',
        file: 'apps/purse/src/purse/purse.ts',
        facts: ['CoinPutIn', 'NotePutIn', 'PurseEmptied', 'PurseOpened'],
      },
    ]);
  });

  it('lists exactly the facts that handlers can create, including through what they call', () => {
    const { requestHandlers, reactions } = withSources(files, (sources) => handlersIn(sources, streamsIn(sources)));
    const found = {
      app: 'purse',
      file: 'apps/purse/src/purse/fill.handler.ts',
      facts: ['CoinPutIn'],
      streams: ['purse'],
    };
    expect(requestHandlers).toEqual([{ ...found, group: 'purse', member: 'fill' }]);
    expect(reactions).toEqual([{ ...found, group: 'purseFacts', member: 'emptied', reaction: 'on-emptied' }]);
  });

  it('lists the facts that a background task can create', () => {
    const { backgroundTasks } = withSources(files, (sources) => handlersIn(sources, streamsIn(sources)));
    expect(backgroundTasks).toEqual([
      {
        app: 'purse',
        file: 'apps/purse/src/purse/fill.handler.ts',
        name: 'Sweeper',
        facts: ['PurseEmptied'],
        streams: ['purse'],
      },
    ]);
  });

  it('finds a handler of a library for every service whose requests it can get', () => {
    const library = {
      'libs/declarations/src/index.ts': declarations,
      'libs/contracts/src/index.ts': `
        const requests = (service: string) => ({ signOut: { subject: service + '.person-session.sign-out', service } });
        export type Requests = ReturnType<typeof requests>;
        export const catalogueSessions = requests('catalogue');
        export const workspaceSessions = { ...requests('workspace') };
        export const workspace = { signOut: { subject: 'cmd.workspace.session.sign-out', service: 'workspace' } };`,
      'libs/person-session/src/sign-out-handlers.ts': `
        import { commandHandler } from '../../declarations/src/index.js';
        import type { Requests } from '../../contracts/src/index.js';
        export const signOutHandlers = (requests: Requests) => [commandHandler(requests.signOut, {}, () => null)];`,
    };
    const found = withSources(library, messageHandlersIn);
    expect(found.map(({ app, group, member }) => [app, group, member])).toEqual([
      ['catalogue', 'catalogueSessions', 'signOut'],
      ['workspace', 'workspaceSessions', 'signOut'],
    ]);
  });

  it('finds which private fact becomes which public fact in a switch, a guard and a conditional expression', () => {
    const bySwitch = `{ switch (fact.type) { case 'CoinPutIn': case 'NotePutIn': return asPublicFact(purseFacts.filled, {}); case 'PurseEmptied': { return asPublicFact(purseFacts.emptied, fact.data); } default: return null; } }`;
    expect(published(bySwitch)).toEqual([
      ['CoinPutIn', 'filled'],
      ['NotePutIn', 'filled'],
      ['PurseEmptied', 'emptied'],
    ]);
    expect(
      published(
        `{ if (fact.type !== 'PurseEmptied') return null; const { by } = fact.data; return asPublicFact(purseFacts.emptied, { by }); }`,
      ),
    ).toEqual([['PurseEmptied', 'emptied']]);
    expect(
      published(
        `{ if (fact.type === 'PurseEmptied' || fact.type === 'PurseOpened') return null; return asPublicFact(purseFacts.filled, fact.data); }`,
      ),
    ).toEqual([
      ['CoinPutIn', 'filled'],
      ['NotePutIn', 'filled'],
    ]);
    expect(
      published(`fact.type === 'PurseEmptied' ? asPublicFact(purseFacts.emptied, { by: fact.data.by }) : null`),
    ).toEqual([['PurseEmptied', 'emptied']]);
  });

  it('fails when it cannot determine from which private fact a public fact is created', () => {
    const notNarrowed = `fact.type === 'PurseEmptied' ? asPublicFact(purseFacts.emptied, {}) : null`;
    expect(() => published(notNarrowed)).toThrow(
      'cannot determine for which facts of purse this runs: asPublicFact(purseFacts.emptied, {})',
    );
    expect(
      published(
        `fact.type === 'PurseEmptied' ? asPublicFact(purseFacts.emptied, { by: fact.data.by, why: fact.type === 'PurseEmptied' ? 'x' : 'y' }) : null`,
      ),
    ).toEqual([['PurseEmptied', 'emptied']]);
  });

  it('fails for a request that has no handler', () => {
    expect(() => withSources(files, (sources) => buildSystemMap([], sources))).toThrow(
      'wallet.consume (cmd.wallet.wallet.consume) has 0 handlers',
    );
  });
});

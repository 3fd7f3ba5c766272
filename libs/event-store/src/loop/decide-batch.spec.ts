import { describe, expect, it } from '@jest/globals';
import { accept } from '@kushk/decider';
import { partsOf } from './split-batch.js';
import { decideBatch, type AnyCommand, type LoadedStream, type StoredReply } from './decide-batch.js';
import { purseStream, put, take, type Purse } from '../../test/purse.js';

function decide(commands: readonly unknown[], coins = 0n) {
  const stream: LoadedStream = {
    streamId: 'purse-p',
    id: 'p',
    type: purseStream,
    storedVersion: 4,
    version: 4,
    state: { coins } satisfies Purse,
  };
  let ids = 0;
  const decided = decideBatch(
    commands as AnyCommand[],
    { streams: new Map([[stream.streamId, stream]]), replies: new Map<string, StoredReply>() },
    { at: new Date(0), newEventId: () => `e${(ids += 1)}`, positions: { first: 100n, count: 65_536 } },
  );
  return { decided, stream };
}

describe('decideBatch', () => {
  it('decides commands in order, each on the state that the previous command left', () => {
    const { decided, stream } = decide([put('p', 3), take('p', 2), take('p', 2)]);
    const accepted = decided.results.map((result) => 'outcome' in result && result.outcome.accepted);
    expect(accepted).toEqual([true, true, false]);
    expect(decided.facts.map(({ fact }) => [fact.version, fact.position, fact.eventId])).toEqual([
      [5, 100n, 'e1'],
      [6, 101n, 'e2'],
    ]);
    expect(stream).toMatchObject({ version: 6, state: { coins: 1n } });
  });

  it('leaves no trace of a command whose facts are not JSON', () => {
    const notJson = {
      ...put('p', 1),
      decide: () => accept({ purse: [{ type: 'CoinsPut', data: { coins: 1, month: 1n } }] }, null),
    };
    const { decided, stream } = decide([notJson, put('p', 1)]);
    expect(decided.results[0]).toMatchObject({ thrown: expect.any(TypeError) });
    expect(decided.facts.map(({ fact }) => [fact.version, fact.position])).toEqual([[5, 100n]]);
    expect(stream).toMatchObject({ version: 5, state: { coins: 1n } });
  });

  it('rejects a command with facts for a stream that it does not name', () => {
    const command = { ...put('p', 1), decide: () => accept({ other: [{ type: 'CoinsPut', data: {} }] }, null) };
    expect(decide([command]).decided.results[0]).toMatchObject({ thrown: expect.any(TypeError) });
  });

  it('stores no reply for a refused command', () => {
    const idempotency = { scope: 'a', key: 'k', inputHash: 'h' };
    expect(decide([take('p', 1, idempotency)]).decided.repliesToStore).toEqual([]);
  });

  it('stores the reply of a repeated command only once', () => {
    const idempotency = { scope: 'a', key: 'k', inputHash: 'h' };
    const { decided } = decide([put('p', 1, idempotency), put('p', 1, idempotency)]);
    expect(decided.repliesToStore).toEqual([{ ...idempotency, reply: '{"coins":1}' }]);
  });
});

describe('partsOf', () => {
  const queued = (id: string) => ({ command: put(id, 1) as unknown as AnyCommand });

  it('keeps the commands of a stream together when there are several streams', () => {
    const [a, b, c] = [queued('a'), queued('b'), queued('a')];
    expect(partsOf([a, b, c], 2)).toEqual([[a, c], [b]]);
  });

  it('splits the commands when all are for one stream', () => {
    const [a, b] = [queued('a'), queued('a')];
    expect(partsOf([a, b], 2)).toEqual([[a], [b]]);
  });

  it('makes no empty part', () => {
    const items = ['a', 'b', 'c', 'd', 'e'].map(queued);
    expect(partsOf(items, 4).map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(partsOf(items, 16)).toHaveLength(5);
  });
});

import { describe, expect, it } from '@jest/globals';
import { accept } from '@kushk/decider';
import { decideRound, type AnyCommand, type StoredAnswer, type StreamInRound } from './deciding.js';
import { purseStream, put, take, type Purse } from './example/purse.js';
import { halves } from './command-batcher.js';

function round(commands: readonly unknown[], coins = 0n, known = new Map<string, StoredAnswer>()) {
  const stream: StreamInRound = {
    streamId: 'purse-p',
    id: 'p',
    type: purseStream,
    storedVersion: 4,
    version: 4,
    state: { coins } satisfies Purse,
  };
  let ids = 0;
  const decided = decideRound(
    commands as AnyCommand[],
    { streams: new Map([[stream.streamId, stream]]), known },
    { at: new Date(0), newEventId: () => `e${(ids += 1)}`, firstPosition: 100n },
  );
  return { decided, stream };
}

describe('the decisions of a round', () => {
  it('are made in order, each upon what the one before has left', () => {
    const { decided, stream } = round([put('p', 3), take('p', 2), take('p', 2)]);
    expect(decided.answers.map((answer) => 'outcome' in answer && answer.outcome.accepted)).toEqual([
      true,
      true,
      false,
    ]);
    expect(decided.facts.map(({ fact }) => [fact.version, fact.position, fact.eventId])).toEqual([
      [5, 100n, 'e1'],
      [6, 101n, 'e2'],
    ]);
    expect(stream).toMatchObject({ version: 6, state: { coins: 1n } });
  });

  it('leave no trace of a command whose facts are not JSON', () => {
    const unspeakable = {
      ...put('p', 1),
      decide: () => accept({ purse: [{ type: 'CoinsPut', data: { coins: 1, month: 1n } }] }, null),
    };
    const { decided, stream } = round([unspeakable, put('p', 1)]);
    expect(decided.answers[0]).toMatchObject({ thrown: expect.any(TypeError) });
    expect(decided.facts.map(({ fact }) => [fact.version, fact.position])).toEqual([[5, 100n]]);
    expect(stream).toMatchObject({ version: 5, state: { coins: 1n } });
  });

  it('may only add facts to streams that the command has named', () => {
    const straying = { ...put('p', 1), decide: () => accept({ elsewhere: [{ type: 'CoinsPut', data: {} }] }, null) };
    expect(round([straying]).decided.answers[0]).toMatchObject({ thrown: expect.any(TypeError) });
  });

  it('keep an answer only where there is something to keep', () => {
    const once = { scope: 'a', key: 'k', inputHash: 'h' };
    expect(round([take('p', 1, once)]).decided.answersToKeep).toEqual([]);
    expect(round([put('p', 1, once), put('p', 1, once)]).decided.answersToKeep).toEqual([
      { ...once, reply: '{"coins":1}' },
    ]);
  });
});

describe('a round that has to be split', () => {
  const waiting = (id: string) => ({ command: put(id, 1) as unknown as AnyCommand });

  it('is cut between streams, and inside one only when there is no other', () => {
    const [a, b, c] = [waiting('a'), waiting('b'), waiting('a')];
    expect(halves([a, b, c])).toEqual([[a, c], [b]]);
    expect(halves([a, c])).toEqual([[a], [c]]);
  });
});

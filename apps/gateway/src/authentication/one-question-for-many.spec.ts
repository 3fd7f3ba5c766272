import { describe, expect, it } from '@jest/globals';
import { OneQuestionForMany } from './one-question-for-many.js';

/** Rounds that are answered by hand, and a turn of the event loop that is taken by hand. */
function byHand(limits = { questionsPerRound: 3, roundsAtOnce: 1, patienceMs: 6_000 }) {
  const rounds: {
    questions: readonly string[];
    answer: (answers: readonly string[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const turns: (() => void)[] = [];
  const alarms: { readonly atMs: number; readonly run: () => void }[] = [];
  const clock = { nowMs: 0 };
  const many = new OneQuestionForMany<string, string>(
    (questions) => new Promise((answer, fail) => rounds.push({ questions, answer, fail })),
    limits,
    {
      later: (run) => turns.push(run),
      after: (ms, run) => alarms.push({ atMs: clock.nowMs + ms, run }),
      nowMs: () => clock.nowMs,
      unanswered: () => new Error('waited in vain'),
    },
  );
  const pass = (ms: number) => {
    clock.nowMs += ms;
    for (const { run } of alarms.splice(0).filter((alarm) => alarm.atMs <= clock.nowMs || (alarms.push(alarm), false)))
      run();
  };
  const turn = async () => {
    for (const run of turns.splice(0)) run();
    await Promise.resolve();
  };
  const settle = async () => {
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    await turn();
  };
  return { many, rounds, turn, settle, pass, alarms };
}

describe('one question for many', () => {
  it('asks together what came in one turn, equal questions once', async () => {
    const { many, rounds, turn } = byHand();
    const asked = [many.ask('a', 'a'), many.ask('b', 'b'), many.ask('a', 'a')];
    await turn();
    expect(rounds.map(({ questions }) => questions)).toEqual([['a', 'b']]);
    rounds[0]!.answer(['A', 'B']);
    expect(await Promise.all(asked)).toEqual(['A', 'B', 'A']);
  });

  it('never gives an answer that is older than its question', async () => {
    const { many, rounds, turn, settle } = byHand();
    const early = many.ask('a', 'a');
    await turn();
    const late = many.ask('a', 'a');
    await turn();
    expect(rounds.length).toBe(1);
    rounds[0]!.answer(['before it was revoked']);
    await settle();
    rounds[1]!.answer(['after']);
    expect(await Promise.all([early, late])).toEqual(['before it was revoked', 'after']);
  });

  it('splits what is too much for one round, and forgets nobody', async () => {
    const { many, rounds, turn, settle } = byHand();
    const asked = Promise.all(['a', 'b', 'c', 'd', 'e'].map((question) => many.ask(question, question)));
    await turn();
    rounds[0]!.answer(['A', 'B', 'C']);
    await settle();
    expect(rounds[1]!.questions).toEqual(['d', 'e']);
    rounds[1]!.answer(['D', 'E']);
    expect(await asked).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('hands an error to those of its round and goes on', async () => {
    const { many, rounds, turn, settle } = byHand();
    const failing = many.ask('a', 'a');
    await turn();
    const next = many.ask('b', 'b');
    rounds[0]!.fail(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    await settle();
    rounds[1]!.answer(['B']);
    expect(await next).toBe('B');
  });

  it('gives up who is in no round in time, forgets the question, and goes on with the others', async () => {
    const { many, rounds, turn, settle, pass, alarms } = byHand();
    const hanging = many.ask('a', 'a').catch((error: Error) => error.message);
    await turn();
    const early = many.ask('b', 'b').catch((error: Error) => error.message);
    pass(4_000);
    const late = many.ask('c', 'c');
    pass(2_000);
    expect(await early).toBe('waited in vain');
    expect(alarms).toHaveLength(1);
    rounds[0]!.fail(new Error('timeout'));
    expect(await hanging).toBe('timeout');
    await settle();
    expect(rounds[1]!.questions).toEqual(['c']);
    rounds[1]!.answer(['C']);
    expect(await late).toBe('C');
  });

  it('takes fewer answers than questions for a fault', async () => {
    const { many, rounds, turn } = byHand();
    const asked = [many.ask('a', 'a'), many.ask('b', 'b')].map((question) => question.catch((error: unknown) => error));
    await turn();
    rounds[0]!.answer(['A']);
    expect(await Promise.all(asked)).toEqual([expect.any(RangeError), expect.any(RangeError)]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ProblemError } from '@kushk/api-client';
import { settleMany } from './settle-many.js';

const refusal = (code: string, status = 409): ProblemError =>
  new ProblemError({ code, status, title: code, request_id: 'req_1' });

describe('settleMany', () => {
  it('settles at most four at a time', async () => {
    let running = 0;
    let most = 0;
    const settle = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
    };
    const outcomes = await settleMany(
      Array.from({ length: 30 }, (_, at) => at),
      settle,
    );
    expect(most).toBe(4);
    expect(outcomes.map(({ target }) => target)).toEqual(Array.from({ length: 30 }, (_, at) => at));
  });

  it('goes on after a refusal, and reports skipped and failed items separately', async () => {
    const settle = (target: string): Promise<void> =>
      target === 'fine' ? Promise.resolve() : Promise.reject(refusal(target));
    const outcomes = await settleMany(['proposal.stale', 'service.unavailable', 'fine', 'proposal.settled'], settle);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['skipped', 'failed', 'done', 'skipped']);
  });

  it('counts as failed when no answer arrives', async () => {
    const outcomes = await settleMany(['one'], () => Promise.reject(new TypeError('network')));
    expect(outcomes).toMatchObject([{ outcome: 'failed' }]);
  });

  it('reports how many are finished', async () => {
    const progress: number[] = [];
    await settleMany(
      [1, 2, 3],
      () => Promise.resolve(),
      (finished) => progress.push(finished),
    );
    expect(progress).toEqual([1, 2, 3]);
  });
});

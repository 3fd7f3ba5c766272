import { describe, expect, it } from '@jest/globals';
import { refuse, type Outcome } from '@kushk/decider';
import { VERSION_CONFLICT, retryOnVersionConflict } from './expected-versions.js';

const giveUp = () => new Error('too many conflicts');
/** Returns these outcomes, one per attempt, and repeats the last one. */
function attempts(...outcomes: Outcome<string>[]) {
  let count = 0;
  const attempt = async () => outcomes[Math.min(count++, outcomes.length - 1)] as Outcome<string>;
  return { attempt, count: () => count };
}

describe('retryOnVersionConflict', () => {
  it('prepares the command again after a version conflict', async () => {
    const { attempt, count } = attempts(refuse(VERSION_CONFLICT), { accepted: true, reply: 'done', replayed: false });
    expect(await retryOnVersionConflict(attempt, { maxAttempts: 3, giveUp })).toMatchObject({ reply: 'done' });
    expect(count()).toBe(2);
  });

  it('returns any other rejection without a retry', async () => {
    const { attempt, count } = attempts(refuse('installation.removed'));
    expect(await retryOnVersionConflict(attempt, { maxAttempts: 3, giveUp })).toMatchObject({ accepted: false });
    expect(count()).toBe(1);
  });

  it('throws the given error after the last attempt', async () => {
    const { attempt, count } = attempts(refuse(VERSION_CONFLICT));
    await expect(retryOnVersionConflict(attempt, { maxAttempts: 3, giveUp })).rejects.toThrow('too many conflicts');
    expect(count()).toBe(3);
  });
});

/** The proof `rollout` with few instances. */
import { expect, it } from '@jest/globals';
import { Random } from './random.js';
import { rollOut } from './rollout.js';

it('moves exactly the installations of each stage, and none after a halt', async () => {
  const claims = await rollOut({ instances: 4, installations: 8 }, { random: new Random(7), report: () => undefined });
  expect(claims.filter(({ ok }) => !ok)).toEqual([]);
}, 240_000);

/** The stages of the proof `rollout`, with few instances. */
import { expect, it } from '@jest/globals';
import { Random } from './random.js';
import { movedByStages, withFleet } from './rollout.js';

it('moves exactly the installations of each stage, and none after a halt', async () => {
  const context = { random: new Random(7), report: () => undefined };
  const claims = await withFleet({ instances: 4, installations: 8 }, context, movedByStages);
  expect(claims.filter(({ ok }) => !ok)).toEqual([]);
}, 240_000);

import { expect, it } from '@jest/globals';
import type { ConsumerCheckpoint } from '@kushk/event-store/fact-stream';
import { HubEpoch } from './hub-epoch.js';

it('forwards again once per epoch of the hub, also after a restart, and until it has succeeded', async () => {
  let saved: ConsumerCheckpoint | null = null;
  let isReachable = true;
  let forwarded = 0;
  const checkpoints = {
    load: () => Promise.resolve(saved),
    save: (_consumer: string, checkpoint: ConsumerCheckpoint) => {
      saved = checkpoint;
      return Promise.resolve(true);
    },
    isCurrent: () => Promise.resolve(true),
  };
  const forwardAgain = (): Promise<void> => {
    if (!isReachable) return Promise.reject(new Error('no connection'));
    forwarded += 1;
    return Promise.resolve();
  };
  const epoch = new HubEpoch(checkpoints, forwardAgain);
  await epoch.follow(0);
  expect(forwarded).toBe(0);
  isReachable = false;
  await epoch.follow(7);
  isReachable = true;
  for (const _time of [1, 2]) await epoch.follow(7);
  await new HubEpoch(checkpoints, forwardAgain).follow(7);
  expect(forwarded).toBe(1);
  await epoch.follow(8);
  expect(forwarded).toBe(2);
});

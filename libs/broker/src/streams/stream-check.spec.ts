import { describe, expect, it } from '@jest/globals';
import { currentReplicasOf } from './stream-check.js';

/** A replica as nats-server 2.14 describes it: `offline` is missing while it is not. */
const replica = (name: string, current: boolean, offline?: boolean) =>
  ({ name, current, active: 0, lag: 0, ...(offline !== undefined && { offline }) }) as never;

describe('currentReplicasOf', () => {
  it.each([
    ['without a cluster', undefined, 1],
    ['with all', { leader: 'n1', replicas: [replica('n2', true), replica('n3', true)] }, 3],
    ['with one that is behind', { leader: 'n1', replicas: [replica('n2', true), replica('n3', false)] }, 2],
    ['with one that is offline', { leader: 'n1', replicas: [replica('n2', true, true), replica('n3', true)] }, 2],
    ['without a leader', { replicas: [replica('n1', true), replica('n2', false), replica('n3', false)] }, 0],
  ])('counts the replicas of a stream %s', (_what, cluster, count) => {
    expect(currentReplicasOf({ ...(cluster && { cluster }) })).toBe(count);
  });
});

import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ChangeFollower } from './change-follower.js';
import type { InstanceClient } from './instance-client.js';

type Body = Awaited<ReturnType<InstanceClient['openChanges']>>;

describe('following changes', () => {
  it('ends its connection when it is closed, and opens no other', async () => {
    const connections: AbortSignal[] = [];
    const openChanges = (signal: AbortSignal): Promise<Body> => {
      connections.push(signal);
      return Promise.resolve(new Readable({ read: () => undefined, signal }) as unknown as Body);
    };
    const follower = new ChangeFollower({ openChanges }, new Set(['calls']));
    await follower.next(new AbortController().signal);
    const [signal] = connections;
    const ended = once(signal!, 'abort', { signal: AbortSignal.timeout(5_000) });
    follower.close();
    await ended;
    // Longer than the first pause before a connection is opened again.
    await pause(700);
    expect(connections).toHaveLength(1);
  });
});

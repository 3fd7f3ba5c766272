import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { KushkClient, KushkUnreachable } from './index.js';
import { runAsTool } from './tool-scope.js';

/** Nothing listens there, so a write that is sent ends with another error than one that is rejected. */
const client = new KushkClient({ apiBase: 'http://127.0.0.1:9/i/ins_1/plugin/v1', token: 'ki_t', maxAttempts: 1 });
const charge = (): Promise<unknown> =>
  client.wallet.consume({ service: 'note', count: 1 }, { idempotencyKey: 'k' }).catch((error: unknown) => error);

describe('inside a tool', () => {
  it('a client that was created elsewhere writes and charges nothing either, also after a pause', async () => {
    const afterPause = async (): Promise<unknown> => {
      await pause(1);
      return charge();
    };
    for (const work of [charge, afterPause])
      expect(await runAsTool(work)).toMatchObject({ code: 'auth.handle_read_only' });
  });

  it('a read is sent, and so is what other code writes meanwhile', async () => {
    const read = runAsTool(() => client.wallet.get().catch((error: unknown) => error));
    expect([await charge(), await read]).toEqual([expect.any(KushkUnreachable), expect.any(KushkUnreachable)]);
  });
});

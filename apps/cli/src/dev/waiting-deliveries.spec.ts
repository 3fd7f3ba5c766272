import { describe, expect, it } from '@jest/globals';
import type { DeliveryResource } from '@kushk/contracts';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase } from '../phrase.js';
import { sendWaiting } from './waiting-deliveries.js';

const delivery = (id: string, more: object = {}): DeliveryResource =>
  ({ id, channel: 'event', status: 'waiting', attempt_count: 1, waits_for: null, attempts: [], ...more }) as never;

/** Sends what it has, newest first as the instance lists it, and returns the ids that were sent and their results. */
async function sendAll(
  list: DeliveryResource[],
  answers: Readonly<Record<string, number | null>> = {},
  signal = new AbortController().signal,
): Promise<{ readonly sent: readonly string[]; readonly statuses: readonly string[] }> {
  const sent: string[] = [];
  const client = {
    deliveries: () => Promise.resolve(list),
    redeliver: (_id: string, id: string) => {
      if (id === 'gone')
        return Promise.reject(new Failure(phrase`gone`, { code: 'delivery.not_found', exitCode: EXIT.refused }));
      const { [id]: status = 200 } = answers;
      const attempts = [{ status }];
      list = list.map((one) =>
        one.id === id
          ? delivery(id, { attempts, attempt_count: 2, status: status === 200 ? 'delivered' : 'waiting' })
          : one,
      );
      return Promise.resolve(sent.push(id));
    },
  };
  const results = await sendWaiting(client, 'ins_1', signal);
  return { sent, statuses: results.map(({ id, status }) => `${id} ${status}`) };
}

describe('what waits for a later attempt', () => {
  it('is sent at once, oldest first, and nothing else', async () => {
    const list = [
      delivery('later'),
      delivery('not tried', { attempt_count: 0 }),
      delivery('held back', { waits_for: 'installation' }),
      delivery('polled', { waits_for: 'poll' }),
      delivery('gone'),
      delivery('tool', { channel: 'tool' }),
      delivery('delivered', { status: 'delivered' }),
      delivery('dead', { status: 'dead' }),
      delivery('given up', { status: 'dead', channel: 'lifecycle' }),
      delivery('earlier', { waits_for: 'recovery' }),
    ];
    expect(await sendAll(list, { earlier: 500 })).toEqual({
      sent: ['earlier', 'given up', 'later'],
      statuses: ['earlier waiting', 'given up delivered', 'later delivered'],
    });
  });

  it('is shown as it is after the new attempt, which the list has a little later', async () => {
    let looks = 0;
    const client = {
      deliveries: () => Promise.resolve([delivery('evt_1', { attempt_count: (looks += 1) > 2 ? 2 : 1 })]),
      redeliver: () => Promise.resolve(),
    };
    const [sent] = await sendWaiting(client as never, 'ins_1', new AbortController().signal);
    expect(sent?.attempt_count).toBe(2);
  });

  it('is not sent any more when the command ends', async () => {
    expect((await sendAll([delivery('later')], {}, AbortSignal.abort())).sent).toEqual([]);
  });

  it('stays where it is after a call without an answer', async () => {
    expect((await sendAll([delivery('later'), delivery('earlier')], { earlier: null })).sent).toEqual(['earlier']);
  });
});

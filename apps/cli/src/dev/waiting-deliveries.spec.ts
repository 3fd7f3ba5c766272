import { describe, expect, it } from '@jest/globals';
import type { DeliveryResource } from '@kushk/contracts';
import { sendWaiting } from './waiting-deliveries.js';

const delivery = (id: string, more: object = {}): DeliveryResource =>
  ({ id, channel: 'event', status: 'waiting', attempt_count: 1, waits_for: null, attempts: [], ...more }) as never;

/** Sends what it has, newest first as the instance lists it, and returns the ids that were sent and their results. */
async function sendAll(
  list: DeliveryResource[],
  answers: Readonly<Record<string, number | null>> = {},
): Promise<{ readonly sent: readonly string[]; readonly statuses: readonly string[] }> {
  const sent: string[] = [];
  const client = {
    deliveries: () => Promise.resolve(list),
    redeliver: (_id: string, id: string) => {
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
  const results = await sendWaiting(client, 'ins_1', new AbortController().signal);
  return { sent, statuses: results.map(({ id, status }) => `${id} ${status}`) };
}

describe('what waits for a later attempt', () => {
  it('is sent at once, oldest first, and nothing else', async () => {
    const list = [
      delivery('later'),
      delivery('not tried', { attempt_count: 0 }),
      delivery('held back', { waits_for: 'installation' }),
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

  it('stays where it is after a call without an answer', async () => {
    expect((await sendAll([delivery('later'), delivery('earlier')], { earlier: null })).sent).toEqual(['earlier']);
  });
});

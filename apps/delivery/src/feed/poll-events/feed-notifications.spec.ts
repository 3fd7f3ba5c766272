import { describe, expect, it } from '@jest/globals';
import { KeyedSignal } from '@kushk/runtime';
import { FeedNotifications } from './feed-notifications.js';

describe('FeedNotifications', () => {
  it("runs the query of a waiting poll again only when the poll's own feed has grown", async () => {
    const notifications = new FeedNotifications(new KeyedSignal());
    let event: string | null = null;
    let queries = 0;
    const query = async (): Promise<string | null> => ((queries += 1), event);
    const waiting = notifications.waitUntil('ins_1', query, 60_000);
    notifications.notify('ins_2');
    await Promise.resolve();
    expect(queries).toBe(1);
    event = 'evt_1';
    notifications.notify('ins_1');
    expect(await waiting).toBe('evt_1');
    expect(queries).toBe(2);
  });

  it('lets 20 polls of one installation wait, so that those of others can wait too, and no further ones', async () => {
    const notifications = new FeedNotifications(new KeyedSignal());
    let queries = 0;
    let event: string | null = null;
    const wait = (installationId: string): Promise<string | null> =>
      notifications.waitUntil(installationId, async () => ((queries += 1), event), 60_000);
    const greedy: Promise<string | null>[] = [];
    while (!notifications.isFull('ins_greedy')) greedy.push(wait('ins_greedy'));
    expect(notifications.isFull('ins_modest')).toBe(false);
    const modest = wait('ins_modest');
    expect(queries).toBe(21);
    event = 'evt_1';
    notifications.notify('ins_greedy');
    notifications.notify('ins_modest');
    expect(await modest).toBe('evt_1');
    expect(await Promise.all(greedy)).toEqual(Array.from({ length: 20 }, () => 'evt_1'));
    expect(await wait('ins_greedy')).toBe('evt_1');
  });
});

import { describe, expect, it } from '@jest/globals';
import { FeedWatch } from './feed-watch.handler.js';

describe('the watch over the feeds', () => {
  it('wakes who waits for the feed that has grown', async () => {
    const watch = new FeedWatch();
    let event: string | null = null;
    const waiting = watch.until('ins_1', () => Promise.resolve(event), 5_000);
    event = 'evt_1';
    const before = performance.now();
    watch.ring('ins_2');
    watch.ring('ins_1');
    expect(await waiting).toBe('evt_1');
    expect(performance.now() - before).toBeLessThan(500);
  });

  it('does not let one installation take the places of all others', async () => {
    const watch = new FeedWatch();
    let asked = 0;
    let event: string | null = null;
    const wait = (installationId: string): Promise<string | null> =>
      watch.until(installationId, () => Promise.resolve(((asked += 1), event)), 5_000);
    const greedy = Array.from({ length: 600 }, () => wait('ins_greedy'));
    const modest = wait('ins_modest');
    expect(asked).toBe(21);
    event = 'evt_1';
    watch.ring('ins_greedy');
    watch.ring('ins_modest');
    expect(await modest).toBe('evt_1');
    const answers = await Promise.all(greedy);
    expect(answers.filter((answer) => answer === null)).toHaveLength(580);
    expect(await wait('ins_greedy')).toBe('evt_1');
  });
});

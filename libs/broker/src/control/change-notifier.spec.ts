import { describe, expect, it } from '@jest/globals';
import type { ListChange } from '@kushk/contracts';
import { CoalescingChangeNotifier } from './change-notifier.js';

/** A notifier with a clock that the test moves. */
function notifierUnderTest() {
  const messages: (readonly ListChange[])[] = [];
  let timers: { readonly work: () => void; readonly ms: number }[] = [];
  const notifier = new CoalescingChangeNotifier({
    send: (changes) => messages.push(changes),
    schedule: (work, ms) => timers.push({ work, ms }),
  });
  const pass = (): void => {
    const due = timers;
    timers = [];
    for (const { work } of due) work();
  };
  return { notifier, messages, pass, waitsMs: () => timers.map(({ ms }) => ms) };
}

describe('a notifier of changed lists', () => {
  it('sends a burst of 10,000 changes as two messages, each with every audience and list once', () => {
    const { notifier, messages, pass, waitsMs } = notifierUnderTest();
    notifier.notify([{ audience: 'organisation:org_1', lists: ['proposals'] }]);
    pass();
    for (let index = 0; index < 10_000; index += 1)
      notifier.notify([
        { audience: `organisation:org_${index % 2}`, lists: ['cases', 'proposals'] },
        { audience: 'admins:org_1', lists: ['audit'] },
      ]);
    expect(waitsMs()).toEqual([200]);
    pass();
    expect(messages).toEqual([
      [{ audience: 'organisation:org_1', lists: ['proposals'] }],
      [
        { audience: 'organisation:org_0', lists: ['cases', 'proposals'] },
        { audience: 'admins:org_1', lists: ['audit'] },
        { audience: 'organisation:org_1', lists: ['cases', 'proposals'] },
      ],
    ]);
  });

  it('joins the changes of one commit, and waits for nothing after a quiet time', () => {
    const { notifier, messages, pass, waitsMs } = notifierUnderTest();
    notifier.notify([{ audience: 'staff', lists: ['reviews'] }]);
    notifier.notify([{ audience: 'staff', lists: ['releases'] }]);
    expect(waitsMs()).toEqual([0]);
    pass();
    expect(messages).toEqual([[{ audience: 'staff', lists: ['reviews', 'releases'] }]]);
    pass();
    expect(waitsMs()).toEqual([]);
    notifier.notify([{ audience: 'staff', lists: ['audit'] }]);
    expect(waitsMs()).toEqual([0]);
  });

  it('splits a message of many audiences, and notifies all audiences when there are too many to list', () => {
    const { notifier, messages, pass } = notifierUnderTest();
    for (let index = 0; index < 1_200; index += 1)
      notifier.notify([{ audience: `person:per_${index}`, lists: ['memory'] }]);
    pass();
    expect(messages.map(({ length }) => length)).toEqual([500, 500, 200]);
    for (let index = 0; index < 20_001; index += 1)
      notifier.notify([{ audience: `person:per_${index}`, lists: ['sessions'] }]);
    pass();
    expect(messages.slice(3)).toEqual([[{ audience: 'everyone', lists: ['sessions'] }]]);
  });
});

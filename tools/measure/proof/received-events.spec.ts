import { expect, it } from '@jest/globals';
import { acceptedOutOfOrder, changedBetweenAttempts, lostAndRepeated, numbersTo } from './received-events.js';

const received = (number: number, changes: object = {}) => ({
  number,
  status: 200,
  eventId: `evt_${number}`,
  body: 'a',
  installationId: 'ins_1',
  key: 'k',
  ...changes,
});

it('counts an event as lost until one of its requests is accepted', () => {
  const events = [received(1), received(2, { status: 503 }), received(3, { status: 0 }), received(3)];
  expect(lostAndRepeated(events, numbersTo(4))).toEqual({ lost: 2, repeated: 0 });
});

it('counts every request after the first acceptance as a repeat', () => {
  expect(lostAndRepeated([received(1), received(1), received(1)], [1])).toEqual({ lost: 0, repeated: 2 });
});

it('counts an event as changed when a request has another body or id', () => {
  const events = [received(1), received(1, { body: 'b' }), received(2), received(2, { eventId: 'evt_9' }), received(3)];
  expect(changedBetweenAttempts(events)).toBe(2);
});

it('counts acceptances out of order per key, and ignores repeats and failures', () => {
  const events = [received(1), received(3), received(2), received(1), received(5, { key: 'l' }), received(4)];
  expect(acceptedOutOfOrder(events)).toBe(1);
  expect(acceptedOutOfOrder([received(2, { status: 503 }), received(1), received(2)])).toBe(0);
});

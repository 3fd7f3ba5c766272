import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { rejectLater, sendAll, takeBack, TAKE_BACK_MS } from './unsent-rejections.js';

describe('a rejection', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is sent after eight seconds, once, unless it was taken back', () => {
    const sent: string[] = [];
    for (const id of ['one', 'two']) rejectLater(id, () => sent.push(id));
    jest.advanceTimersByTime(TAKE_BACK_MS - 1);
    expect([sent, takeBack('two')]).toEqual([[], true]);
    jest.advanceTimersByTime(1);
    sendAll();
    expect([sent, takeBack('one')]).toEqual([['one'], false]);
  });

  it('is sent at once when the page is left', () => {
    const sent: string[] = [];
    rejectLater('one', () => sent.push('one'));
    sendAll();
    jest.advanceTimersByTime(TAKE_BACK_MS);
    expect(sent).toEqual(['one']);
  });
});

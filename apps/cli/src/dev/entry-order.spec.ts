import { describe, expect, it } from '@jest/globals';
import type { DevEntry } from './dev-entry.js';
import { EntryOrder, HOLD_MS } from './entry-order.js';

const atMs = (ms: number): string => new Date(ms).toISOString();
const printed = (text: string, ms: number): DevEntry => ({ kind: 'plugin', at: atMs(ms), text, is_check: false });
const request = (path: string, { startedMs, durationMs }: { startedMs: number; durationMs: number }): DevEntry => ({
  kind: 'call_in',
  at: atMs(startedMs),
  method: 'GET',
  path,
  status: 200,
  code: null,
  duration_ms: durationMs,
});
const names = (entries: readonly DevEntry[]): readonly string[] =>
  entries.map((entry) => (entry.kind === 'call_in' ? entry.path : entry.kind === 'plugin' ? entry.text : entry.kind));

describe('the order of the entries', () => {
  it('shows what ended first before what was read first', () => {
    const order = new EntryOrder();
    order.add(request('/slow', { startedMs: 1_000, durationMs: 900 }), 2_000);
    order.add(printed('in between', 1_500), 2_300);
    expect(names(order.take(2_000 + HOLD_MS - 1))).toEqual([]);
    expect(names(order.take(2_000 + HOLD_MS))).toEqual(['in between', '/slow']);
    expect(names(order.takeAll())).toEqual([]);
  });

  it('holds back what ended later, for its own time', () => {
    const order = new EntryOrder();
    order.add(printed('first', 1_000), 1_000);
    order.add(printed('second', 1_200), 1_200);
    expect(names(order.take(1_000 + HOLD_MS))).toEqual(['first']);
    expect(names(order.takeAll())).toEqual(['second']);
  });

  it('shows an entry in time whose clock is ahead', () => {
    const order = new EntryOrder();
    order.add(printed('from the future', 90_000_000), 1_000);
    expect(names(order.take(1_000 + HOLD_MS))).toEqual(['from the future']);
  });
});

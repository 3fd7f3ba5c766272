import { describe, expect, it } from '@jest/globals';
import type { DevEntry } from './dev-entry.js';
import { CAUSED_HOLD_MS, EntryOrder, HOLD_MS } from './entry-order.js';

const atMs = (ms: number): string => new Date(ms).toISOString();
const printed = (text: string, ms: number): DevEntry => ({ kind: 'plugin', at: atMs(ms), text, is_check: false });
interface Span {
  readonly startedMs: number;
  readonly durationMs: number;
}
const request = (path: string, { startedMs, durationMs }: Span, causeId: string | null = null): DevEntry => ({
  kind: 'call_in',
  at: atMs(startedMs),
  method: 'GET',
  path,
  status: 200,
  code: null,
  duration_ms: durationMs,
  request_id: 'req_1',
  caused_by: causeId === null ? null : { delivery_id: causeId, attempt: 1 },
  request_body: null,
  response_body: null,
});
const call = (id: string, { startedMs, durationMs }: Span): DevEntry =>
  ({ kind: 'call_out', at: atMs(startedMs), delivery_id: id, attempt: 1, duration_ms: durationMs }) as DevEntry;
const names = (entries: readonly DevEntry[]): readonly string[] =>
  entries.map((entry) => {
    switch (entry.kind) {
      case 'call_in':
        return entry.path;
      case 'call_out':
        return entry.delivery_id;
      case 'plugin':
        return entry.text;
      default:
        return entry.kind;
    }
  });

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

  it('shows requests below the call that caused them, in the order in which they began', () => {
    const order = new EntryOrder();
    order.add(request('/second', { startedMs: 1_200, durationMs: 10 }, 'evt_1'), 1_210);
    order.add(request('/first', { startedMs: 1_100, durationMs: 500 }, 'evt_1'), 1_600);
    order.add(printed('meanwhile', 1_300), 1_300);
    expect(names(order.take(1_300 + HOLD_MS))).toEqual(['meanwhile']);
    order.add(call('evt_1', { startedMs: 1_000, durationMs: 5_000 }), 6_000);
    order.add(request('/other', { startedMs: 6_050, durationMs: 10 }), 6_060);
    expect(names(order.take(6_060 + HOLD_MS))).toEqual(['evt_1', '/first', '/second', '/other']);
  });

  it('shows a request at once that is read after its call was shown', () => {
    const order = new EntryOrder();
    order.add(call('evt_1', { startedMs: 1_000, durationMs: 100 }), 1_100);
    order.take(1_100 + HOLD_MS);
    expect(order.add(request('/late', { startedMs: 1_050, durationMs: 900 }, 'evt_1'), 2_000)).toBe(HOLD_MS);
    expect(names(order.take(2_000 + HOLD_MS))).toEqual(['/late']);
  });

  it('remembers the last 1,000 calls that were shown, and no more', () => {
    const order = new EntryOrder();
    for (let index = 0; index <= 1_000; index += 1)
      order.add(call(`evt_${index}`, { startedMs: 1_000, durationMs: 100 }), 1_100);
    order.takeAll();
    const late = (id: string): number => order.add(request('/late', { startedMs: 1_050, durationMs: 900 }, id), 2_000);
    expect([late('evt_1'), late('evt_0')]).toEqual([HOLD_MS, CAUSED_HOLD_MS]);
  });

  it('shows a request after a bounded time when its call never appears', () => {
    const order = new EntryOrder();
    order.add(request('/orphan', { startedMs: 1_000, durationMs: 10 }, 'evt_1'), 1_010);
    order.add(printed('later', 2_000), 2_000);
    expect(names(order.take(2_000 + HOLD_MS))).toEqual(['later']);
    expect(names(order.take(1_010 + CAUSED_HOLD_MS))).toEqual(['/orphan']);
  });
});

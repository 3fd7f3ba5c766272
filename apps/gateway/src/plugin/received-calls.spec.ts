import { describe, expect, it } from '@jest/globals';
import { ReceivedCalls } from './received-calls.js';

const call = {
  at: '2026-11-20T10:00:00.000Z',
  method: 'GET',
  status: 200,
  code: null,
  duration_ms: 3,
  request_id: 'r',
};
const url = (id: string, path = '/installation'): string => `/i/${id}/plugin/v1${path}`;

describe('ReceivedCalls', () => {
  it('returns the calls of one installation after a sequence number, without their queries', () => {
    const received = new ReceivedCalls();
    received.record(url('ins_a', '/events?after=secret'), call);
    received.record(url('ins_b'), call);
    received.record(url('ins_a', '/wallet'), { ...call, status: 403, code: 'auth.scope_missing' });
    received.record('/instance/v1/me', call);
    const first = received.after('ins_a', 0);
    expect(first.calls.map(({ path, code }) => [path, code])).toEqual([
      ['/events', null],
      ['/wallet', 'auth.scope_missing'],
    ]);
    expect(received.after('ins_a', first.next_after).calls).toEqual([]);
    received.record(url('ins_a'), call);
    expect(received.after('ins_a', first.next_after).calls).toHaveLength(1);
  });

  it('returns everything to a reader of a process that has restarted', () => {
    const received = new ReceivedCalls();
    received.record(url('ins_a'), call);
    expect(received.after('ins_a', 900).calls).toHaveLength(1);
  });

  it('keeps a bounded number of calls and installations', () => {
    const received = new ReceivedCalls();
    for (let n = 0; n < 300; n += 1) received.record(url('ins_a', `/${'x'.repeat(400)}`), call);
    expect(received.after('ins_a', 0).calls).toHaveLength(200);
    expect(received.after('ins_a', 0).calls[0]?.path).toHaveLength(300);
    for (let n = 0; n < 60; n += 1) received.record(url(`ins_${n}`), call);
    expect(received.after('ins_a', 0).calls).toEqual([]);
  });
});

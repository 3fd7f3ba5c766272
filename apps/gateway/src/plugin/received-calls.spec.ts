import { Session } from 'node:inspector/promises';
import { describe, expect, it } from '@jest/globals';
import type { CallsReceived, ListChange } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { ReceivedCallSharing } from './received-call-sharing.js';
import { bodyStart, ReceivedCalls, type AnsweredCall } from './received-calls.js';

const call: AnsweredCall = {
  url: '/i/ins_a/plugin/v1/installation',
  organisationId: 'org_1',
  receivedAtMs: Date.parse('2026-11-20T10:00:00.000Z'),
  method: 'GET',
  status: 200,
  code: null,
  duration_ms: 3,
  request_id: 'r',
  toolCallId: null,
  isFromPage: false,
  requestBody: null,
  responseBody: null,
};
const to = (id: string, path = '/installation'): AnsweredCall => ({ ...call, url: `/i/${id}/plugin/v1${path}` });

describe('ReceivedCalls', () => {
  it('returns the calls of one installation after a cursor, without their queries', () => {
    const received = new ReceivedCalls('g1');
    received.record(to('ins_a', '/events?after=secret'));
    received.record(to('ins_b'));
    received.record({ ...to('ins_a', '/wallet'), status: 403, code: 'auth.scope_missing' });
    expect(received.record({ ...call, url: '/instance/v1/me' })).toBeNull();
    const first = received.after('ins_a', null);
    expect(first.calls.map(({ path, code }) => [path, code])).toEqual([
      ['/events', null],
      ['/wallet', 'auth.scope_missing'],
    ]);
    expect(JSON.stringify(first)).not.toContain('org_1');
    expect(received.after('ins_a', first.next_after).calls).toEqual([]);
    received.record(to('ins_a'));
    expect(received.after('ins_a', first.next_after).calls).toHaveLength(1);
  });

  it('returns everything for the cursor of another process, or for one that is none', () => {
    const received = new ReceivedCalls('g1');
    received.record(to('ins_a'));
    for (const cursor of ['g2.900', '900', 'g1', '.1']) expect(received.after('ins_a', cursor).calls).toHaveLength(1);
  });

  it('keeps a bounded number of calls and installations', () => {
    const received = new ReceivedCalls('g1');
    for (let n = 0; n < 300; n += 1)
      received.record({ ...to('ins_a', `/${'x'.repeat(400)}`), request_id: 'y'.repeat(400) });
    const { calls } = received.after('ins_a', null);
    expect(calls).toHaveLength(200);
    expect(JSON.stringify(calls[0]).length).toBeLessThan(800);
    for (let n = 0; n < 60; n += 1) received.record(to(`ins_${n}`));
    expect(received.after('ins_a', null).calls).toEqual([]);
  });
});

describe('the calls to a plugin', () => {
  const sent = { delivery_id: 'evt_1', attempt: 1, installation_id: 'ins_a', at: '2026-11-20T10:00:00.000Z' };
  const ended = {
    ...sent,
    duration_ms: 500,
    path: '/service/events',
    status: 200,
    content_type: null,
    location: null,
    request_body: '{}',
    response_body: null,
    simulated_outage: false,
  };
  const causeAt = (received: ReceivedCalls, ms: number, toolCallId: string | null = null) => {
    const receivedAtMs = Date.parse(sent.at) + ms;
    received.record({ ...call, receivedAtMs, toolCallId });
    return received.after('ins_a', null).calls.at(-1)?.caused_by;
  };

  it('cause the requests that begin while they are under way, the newest one first', () => {
    const received = new ReceivedCalls('g1');
    received.addSent({ started: [sent], ended: [] });
    expect(causeAt(received, 300)).toEqual({ delivery_id: 'evt_1', attempt: 1 });
    expect(causeAt(received, -1)).toBeNull();
    received.record({ ...call, receivedAtMs: Date.parse(sent.at) + 300, isFromPage: true });
    expect(received.after('ins_a', null).calls.at(-1)?.caused_by).toBeNull();
    expect(causeAt(received, 60_000)).toBeNull();
    received.addSent({ started: [], ended: [ended] });
    expect(causeAt(received, 501)).toBeNull();
    received.addSent({ started: [{ ...sent, delivery_id: 'evt_2', at: '2026-11-20T10:00:00.200Z' }], ended: [] });
    expect(causeAt(received, 300)).toMatchObject({ delivery_id: 'evt_2' });
    expect(causeAt(received, 300, 'call_1')).toMatchObject({ delivery_id: 'call_1' });
  });

  it('are returned with their bodies once they have ended', () => {
    const received = new ReceivedCalls('g1');
    received.addSent({ started: [sent], ended: [] });
    const before = received.after('ins_a', null);
    received.addSent({ started: [], ended: [ended] });
    expect(before.sent).toEqual([]);
    const page = received.after('ins_a', before.next_after);
    expect(page.sent).toMatchObject([{ delivery_id: 'evt_1', status: 200, request_body: '{}' }]);
    expect(received.after('ins_a', page.next_after).sent).toEqual([]);
  });
});

describe('the bodies of ReceivedCalls', () => {
  it('are kept without secrets and the values of settings, and cut', () => {
    const received = new ReceivedCalls('g1');
    const token = newCredential('ki');
    received.record({
      ...call,
      requestBody: bodyStart(`{"text":"${'x'.repeat(9_000)}"}`),
      responseBody: bodyStart(`{"note":"${token}","settings":{"pin":"s3cr3t"}}`),
    });
    const [one] = received.after('ins_a', null).calls;
    expect(one?.request_body).toHaveLength(8_192);
    expect(JSON.parse(one?.response_body ?? '')).toEqual({ note: 'ki_[redacted]', settings: { pin: '[redacted]' } });
    expect(bodyStart('')).toBeNull();
  });

  it('are those of the newest calls', () => {
    const received = new ReceivedCalls('g1');
    const body = 'x'.repeat(20_000);
    for (let n = 0; n < 2_000; n += 1)
      received.record({ ...to(`ins_${n % 50}`), requestBody: bodyStart(body), responseBody: bodyStart(body) });
    const calls = Array.from({ length: 50 }, (_, n) => received.after(`ins_${n}`, null).calls).flat();
    expect(calls).toHaveLength(2_000);
    expect(calls.filter(({ request_body }) => request_body !== null).length).toBeLessThanOrEqual(512);
    expect(received.after('ins_49', null).calls.at(-1)?.response_body).toHaveLength(8_192);
  });
});

describe('the memory of ReceivedCalls', () => {
  it('does not grow with the length of the addresses', async () => {
    const inspector = new Session();
    inspector.connect();
    const heapBytes = async (): Promise<number> => {
      await inspector.post('HeapProfiler.collectGarbage');
      return process.memoryUsage().heapUsed;
    };
    const received = new ReceivedCalls('g1');
    const before = await heapBytes();
    // The largest address that Node accepts has 16 KiB: together 164 MB.
    for (let n = 0; n < 10_000; n += 1) received.record(to(`ins_${n % 50}`, `/${n}${'x'.repeat(16_000)}`));
    expect((await heapBytes()) - before).toBeLessThan(32 * 1_024 * 1_024);
    inspector.disconnect();
    expect(received.after('ins_0', null).calls).toHaveLength(200);
  });
});

describe('ReceivedCallSharing', () => {
  const gateway = (name: string, send: (message: CallsReceived) => void) => {
    const work: (() => void)[] = [];
    const announced: ListChange[] = [];
    const received = new ReceivedCalls(name);
    const sharing = new ReceivedCallSharing({
      received,
      send,
      announce: (changes) => announced.push(...changes),
      schedule: (one) => work.push(one),
    });
    return { received, sharing, announced, flush: () => work.splice(0).forEach((one) => one()) };
  };

  it('sends many calls in one message of bounded size, which the sender does not add again', () => {
    const sent: CallsReceived[] = [];
    const one = gateway('g1', (message) => sent.push(message));
    const requestBody = bodyStart('y'.repeat(20_000));
    for (let n = 0; n < 1_000; n += 1) one.sharing.record({ ...to('ins_a', `/${'x'.repeat(400)}`), requestBody });
    one.flush();
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent[0]).length).toBeLessThan(400 * 1_024);
    expect(sent[0]?.calls.at(-1)?.request_body).toHaveLength(8_192);
    expect(sent[0]?.calls[0]?.request_body).toBeNull();
    const before = one.received.after('ins_a', null).calls;
    one.sharing.receive(sent[0]!);
    expect(one.received.after('ins_a', null).calls).toEqual(before);
    one.sharing.record(to('ins_a'));
    one.flush();
    expect(sent[1]?.calls).toHaveLength(1);
  });

  it('announces the calls of another gateway to the admins, and of an unknown caller to everybody', () => {
    const two = gateway('g2', () => undefined);
    const one = gateway('g1', (message) => two.sharing.receive(message));
    one.sharing.record(to('ins_a'));
    one.sharing.record({ ...to('ins_a'), organisationId: null, status: 401, code: 'auth.token_invalid' });
    one.flush();
    expect(two.received.after('ins_a', null).calls.map(({ status }) => status)).toEqual([200, 401]);
    expect(two.announced).toEqual([
      { audience: 'admins:org_1', lists: ['calls'] },
      { audience: 'everyone', lists: ['calls'] },
    ]);
    expect(one.announced).toEqual(two.announced);
  });
});

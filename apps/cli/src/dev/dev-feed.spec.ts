import { describe, expect, it } from '@jest/globals';
import type { DevEntry } from './dev-entry.js';
import { DevFeed } from './dev-feed.js';
import type { InstanceClient } from './instance-client.js';

const at = '2026-11-23T10:00:00.000Z';
const attempt = (number: number, status: number): object => ({
  attempt: number,
  at,
  status,
  error: null,
  response: 'kept',
  duration_ms: 1,
});
const proposal = (id: string, installation_id: string, status = 'pending'): object => ({
  id,
  installation_id,
  status,
  record_type: 'case',
  summary: id,
  settled_by: null,
  created_at: at,
  settled_at: at,
});

/** An instance whose lists grow. */
class StubInstance {
  attempts: object[] = [attempt(1, 500)];
  calls: object[] = [];
  proposals: object[] = [proposal('prp_1', 'ins_1'), proposal('prp_2', 'ins_2')];
  available = '10';
  sent: object[] = [];

  readonly client = {
    deliveries: () =>
      Promise.resolve([{ id: 'evt_1', channel: 'event', type: 'plugin.ping', attempts: this.attempts }]),
    receivedCalls: () => Promise.resolve({ calls: this.calls, sent: this.sent, next_after: 'next' }),
    wallet: () => Promise.resolve({ available: this.available, held: '0' }),
    proposals: (_plugin: string, status: string) =>
      Promise.resolve(this.proposals.filter((one) => status === 'all' || Object(one).status === 'pending')),
    sources: () => Promise.resolve([]),
  } as unknown as InstanceClient;
}
const feedOf = ({ client }: StubInstance): DevFeed => new DevFeed(client, { id: 'ins_1', pluginId: 'ir.a.b' });
const shown = (entries: readonly DevEntry[]): readonly string[] =>
  entries.map((entry) =>
    entry.kind === 'call_out'
      ? `${entry.kind} ${entry.attempt}`
      : 'id' in entry
        ? `${entry.kind} ${entry.id}`
        : entry.kind,
  );

describe('the feed of kushk dev', () => {
  it('reports each attempt, request, proposal and change of the wallet once, and of this installation alone', async () => {
    const instance = new StubInstance();
    const feed = feedOf(instance);
    expect(shown(await feed.read())).toEqual(['proposal prp_1', 'call_out 1']);
    expect(feed.current.waiting.map(({ id }) => id)).toEqual(['prp_1']);
    instance.attempts.push(attempt(2, 200));
    instance.calls.push({ id: 'rcv_1', at, caused_by: null, duration_ms: 1 });
    instance.available = '9.5';
    instance.proposals[0] = proposal('prp_1', 'ins_1', 'applied');
    const later = shown(await feed.read());
    expect([...later].sort()).toEqual(['call_in', 'call_out 2', 'proposal prp_1', 'wallet']);
    expect(await feed.read()).toEqual([]);
  });

  it('has nothing of what was before, once it is told to skip that', async () => {
    const feed = feedOf(new StubInstance());
    await feed.skipPast();
    expect(await feed.read()).toEqual([]);
  });

  it('has the bodies that a gateway remembers of an attempt, else the answer that is kept', async () => {
    const instance = new StubInstance();
    instance.attempts.push(attempt(2, 401));
    instance.sent = [
      { delivery_id: 'evt_1', attempt: 2, request_body: '{}', response_body: 'no', path: '/service/events' },
    ];
    const feed = feedOf(instance);
    feed.rejectsForged = true;
    const calls = (await feed.read()).filter(({ kind }) => kind === 'call_out');
    expect(calls).toMatchObject([
      { request_body: null, response_body: 'kept', signature: 'unknown' },
      { request_body: '{}', response_body: 'no', signature: 'rejected' },
    ]);
  });
});

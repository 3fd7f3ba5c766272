import { describe, expect, it } from '@jest/globals';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import type { ClaimRequest, DueEndpoint, DuePosition } from '../delivery/delivery-queue.view.js';
import type { Circuit } from './circuit.js';
import { DeliveryClaimer, POLL_INTERVAL_MS, POLLED_ENDPOINTS } from './delivery-claimer.js';
import type { Speed } from './endpoint-speeds.js';
import { InFlightCounter } from './in-flight-counter.js';

const limits = { total: 14, perEndpoint: 4, perHost: 6 };
const due = (
  installationId: string,
  host: string,
  { dueAtMs = 0, circuit = null }: Partial<DueEndpoint> = {},
): DueEndpoint => ({ installationId, baseUrl: `https://${host}`, dueAtMs, circuit });

/**
 * A claimer over a stub queue of endpoints that have a delivery until it is claimed. It records the requests of every
 * claim and returns no delivery. All endpoints are quick unless `speeds` contains another speed.
 */
function claimerOver(endpoints: readonly DueEndpoint[], speeds: Readonly<Record<string, Speed>> = {}) {
  const claims: (readonly ClaimRequest[])[] = [];
  const limitedClaims: (readonly ClaimRequest[])[] = [];
  const polls: (DuePosition | null)[] = [];
  const lookups: (readonly string[])[] = [];
  let nowMs = 1_000;
  const waiting = new Map(endpoints.map((endpoint) => [endpoint.installationId, endpoint]));
  const recordIn =
    (list: (readonly ClaimRequest[])[]) =>
    async (_channel: unknown, requests: readonly ClaimRequest[]): Promise<readonly ClaimedDelivery[]> => {
      list.push(requests);
      for (const { installationId } of requests) waiting.delete(installationId);
      return [];
    };
  const queue = {
    due: async (
      _channel: unknown,
      { until, after, limit }: { until: Date; after: DuePosition | null; limit: number },
    ) => {
      polls.push(after);
      const all = [...waiting.values()].filter(({ dueAtMs }) => dueAtMs <= until.getTime());
      const page = all.filter(({ installationId }) => installationId > (after?.installationId ?? '')).slice(0, limit);
      const last = page.length < limit ? undefined : page.at(-1);
      const next = last === undefined ? null : { dueAt: '', installationId: last.installationId };
      return { endpoints: [...page, ...all.slice(-limit)], next };
    },
    dueOf: async (_channel: unknown, ids: readonly string[]) => {
      lookups.push(ids);
      return ids.flatMap((id) => waiting.get(id) ?? []);
    },
    claim: recordIn(claims),
    claimLimited: recordIn(limitedClaims),
    claimOne: async () => null,
  };
  const inFlight = new InFlightCounter(limits);
  const claimer = new DeliveryClaimer('event', {
    queue,
    inFlight,
    speeds: { of: (id) => speeds[id] ?? 'quick', slots: (id) => (speeds[id] === 'unknown' ? 1 : 4) },
    leaseMs: 20_000,
    now: () => nowMs,
    realNow: () => nowMs,
  });
  return {
    claimer,
    claims,
    limitedClaims,
    polls,
    lookups,
    inFlight,
    queued: (endpoint: DueEndpoint) => void waiting.set(endpoint.installationId, endpoint),
    advance: (ms: number) => void (nowMs += ms),
  };
}
const requested = (claims: readonly (readonly ClaimRequest[])[]): readonly string[] =>
  claims.flat().map(({ installationId }) => installationId);

describe('DeliveryClaimer', () => {
  it('requests as many deliveries as the limit per endpoint allows', async () => {
    const { claimer, claims } = claimerOver([due('ins_a', 'a.example')]);
    await claimer.claim();
    expect(claims).toEqual([[{ installationId: 'ins_a', limit: 4, ignoreDueTime: false }]]);
  });

  it('shares the limit of a host between its installations', async () => {
    const { claimer, claims } = claimerOver([due('ins_a', 'shared.example'), due('ins_b', 'shared.example')]);
    await claimer.claim();
    expect(claims[0]?.map(({ limit }) => limit)).toEqual([4, 2]);
  });

  it('shares the total limit between hosts, the last half of it one per endpoint', async () => {
    const hosts = ['a', 'b', 'c', 'd'].map((name) => due(`ins_${name}`, `${name}.example`));
    const { claimer, claims } = claimerOver(hosts);
    await claimer.claim();
    expect(claims[0]?.map(({ limit }) => limit)).toEqual([4, 3, 1, 1]);
  });

  it('leaves half of the slots to quick endpoints, and requests one delivery for an endpoint without a result', async () => {
    const hosts = ['slow_a', 'slow_b', 'new_a', 'new_b', 'quick_a', 'quick_b'];
    const speeds = { ins_slow_a: 'slow', ins_slow_b: 'slow', ins_new_a: 'unknown', ins_new_b: 'unknown' } as const;
    const { claimer, claims } = claimerOver(
      hosts.map((name) => due(`ins_${name}`, `${name}.example`)),
      speeds,
    );
    await claimer.claim();
    expect(claims[0]?.map(({ installationId, limit }) => [installationId, limit])).toEqual([
      ['ins_slow_a', 4],
      ['ins_slow_b', 2],
      ['ins_new_a', 1],
      ['ins_quick_a', 1],
      ['ins_quick_b', 1],
    ]);
  });

  it("requests nothing when the endpoint's attempts in flight have reached its limit", async () => {
    const { claimer, claims, inFlight } = claimerOver([due('ins_a', 'a.example')]);
    for (let n = 0; n < 4; n += 1) inFlight.started({ installationId: 'ins_a', host: 'a.example', share: 'quick' });
    await claimer.claim();
    expect(claims).toEqual([]);
  });

  it('requests nothing before a delivery is due, and returns the remaining time as its idle time', async () => {
    const { claimer, claims, advance } = claimerOver([due('ins_a', 'a.example', { dueAtMs: 1_200 })]);
    await claimer.claim();
    expect(claims).toEqual([]);
    expect(claimer.idleMs()).toBe(200);
    advance(200);
    await claimer.claim();
    expect(claims).toHaveLength(1);
  });

  it('requests one delivery before its due time as a probe of an open circuit', async () => {
    const circuit: Circuit = { state: 'open', openedAtMs: 0, failedProbes: 0, nextProbeAtMs: 500, permits: [] };
    const { claimer, claims, limitedClaims } = claimerOver([due('ins_a', 'a.example', { circuit })]);
    await claimer.claim();
    expect(claims).toEqual([]);
    expect(limitedClaims).toEqual([[{ installationId: 'ins_a', limit: 1, ignoreDueTime: true }]]);
  });

  it('requests deliveries first for the installation whose attempts have used less time', async () => {
    const { claimer, claims } = claimerOver([due('ins_slow', 'a.example'), due('ins_quick', 'b.example')]);
    claimer.charge('ins_slow', 9_000);
    claimer.charge('ins_quick', 10);
    claimer.expect('ins_slow', 0);
    claimer.expect('ins_quick', 0);
    await claimer.claim();
    expect(claims[0]?.map(({ installationId }) => installationId)).toEqual(['ins_quick', 'ins_slow']);
  });

  it('polls once per interval, and looks up only the endpoints of notifications that it does not know', async () => {
    const { claimer, polls, lookups, queued, advance } = claimerOver([due('ins_a', 'a.example')]);
    await claimer.claim();
    queued(due('ins_a', 'a.example'));
    claimer.expect('ins_a', 1_000);
    await claimer.claim();
    expect([polls.length, lookups]).toEqual([1, []]);
    queued(due('ins_new', 'b.example'));
    claimer.expect('ins_new', 1_000);
    claimer.expect('ins_gone', 1_000);
    await claimer.claim();
    expect([polls.length, lookups]).toEqual([1, [['ins_new', 'ins_gone']]]);
    advance(POLL_INTERVAL_MS);
    await claimer.claim();
    expect(polls).toHaveLength(2);
  });

  it('looks up a circuit that another process has changed', async () => {
    const circuit: Circuit = { state: 'stopped', sinceMs: 0 };
    const { claimer, claims, queued } = claimerOver([due('ins_a', 'a.example', { circuit })]);
    await claimer.claim();
    expect(claims).toEqual([]);
    queued(due('ins_a', 'a.example'));
    claimer.refresh('ins_a');
    claimer.expect('ins_a', 1_000);
    await claimer.claim();
    expect(requested(claims)).toEqual(['ins_a']);
  });

  it('does not ask for an endpoint again that had nothing left, unless it is notified meanwhile', async () => {
    const { claimer, claims, queued } = claimerOver([due('ins_a', 'a.example')]);
    await claimer.claim();
    await claimer.claim();
    expect(requested(claims)).toEqual(['ins_a']);
    const claim = claimer.claim();
    queued(due('ins_a', 'a.example'));
    claimer.expect('ins_a', 1_000);
    await claim;
    await claimer.claim();
    expect(requested(claims)).toEqual(['ins_a', 'ins_a']);
  });

  it('reads a long queue of due endpoints page by page, without a pause while there is room', async () => {
    const endpoints = Array.from({ length: 3 * POLLED_ENDPOINTS }, (_, n) => {
      const name = String(n).padStart(4, '0');
      return due(`ins_${name}`, `${name}.example`);
    });
    const { claimer, claims } = claimerOver(endpoints);
    for (let n = 0; n < endpoints.length && claimer.idleMs() === 0; n += 1) await claimer.claim();
    for (let n = 0; n < endpoints.length; n += 1) await claimer.claim();
    expect(new Set(requested(claims)).size).toBe(endpoints.length);
  });

  it('starts the newest endpoint although more due ones than a page get no slot', async () => {
    const slow = Array.from({ length: 2 * POLLED_ENDPOINTS }, (_, n) => due(`ins_${n}`, 'slow.example'));
    const speeds = Object.fromEntries(slow.map(({ installationId }) => [installationId, 'slow' as const]));
    const { claimer, claims, inFlight } = claimerOver([...slow, due('ins_quick', 'quick.example')], speeds);
    for (let n = 0; n < 6; n += 1)
      inFlight.started({ installationId: `ins_${n}`, host: 'slow.example', share: 'slow' });
    await claimer.claim();
    expect(requested(claims)).toEqual(['ins_quick']);
  });
});

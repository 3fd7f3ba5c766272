import { describe, expect, it } from '@jest/globals';
import type { ClaimedDelivery, ClaimRequest, DueInstallation } from '../delivery/delivery-queue.view.js';
import type { Circuit } from './circuit.js';
import { DeliveryClaimer, POLL_INTERVAL_MS } from './delivery-claimer.js';
import { EndpointCircuits } from './endpoint-circuits.js';
import type { Speed } from './endpoint-speeds.js';
import { InFlightCounter } from './in-flight-counter.js';

const limits = { total: 14, perEndpoint: 4, perHost: 6 };
const due = (
  installationId: string,
  host: string,
  { dueAtMs = 0, circuit = null }: Partial<DueInstallation> = {},
): DueInstallation => ({ installationId, baseUrl: `https://${host}`, dueAtMs, circuit });

/**
 * A claimer over a stub queue that records the requests of every claim and returns no delivery. All endpoints are quick
 * unless `speeds` contains another speed.
 */
function claimerOver(installations: readonly DueInstallation[], speeds: Readonly<Record<string, Speed>> = {}) {
  const claims: (readonly ClaimRequest[])[] = [];
  let polls = 0;
  let nowMs = 1_000;
  const limitedClaims: (readonly ClaimRequest[])[] = [];
  const recordIn =
    (list: (readonly ClaimRequest[])[]) =>
    async (_channel: unknown, requests: readonly ClaimRequest[]): Promise<readonly ClaimedDelivery[]> => {
      list.push(requests);
      return [];
    };
  const queue = {
    nextDue: async () => ((polls += 1), installations),
    claim: recordIn(claims),
    claimLimited: recordIn(limitedClaims),
    claimOne: async () => null,
  };
  const inFlight = new InFlightCounter(limits);
  const circuits = new EndpointCircuits({ attemptLimit: limits.perEndpoint, failuresToOpen: 5 });
  const claimer = new DeliveryClaimer('event', {
    queue,
    inFlight,
    circuits,
    speeds: { of: (id) => speeds[id] ?? 'quick', slots: (id) => (speeds[id] === 'unknown' ? 1 : 4) },
    leaseMs: 20_000,
    now: () => nowMs,
  });
  return {
    claimer,
    claims,
    limitedClaims,
    inFlight,
    polls: () => polls,
    advance: (ms: number) => void (nowMs += ms),
  };
}

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
    const { claimer, claims, limitedClaims } = claimerOver([due('ins_a', 'a.example', { dueAtMs: 99_000, circuit })]);
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

  it('polls immediately for an installation with an unknown host, and otherwise once per interval', async () => {
    const { claimer, polls, advance } = claimerOver([due('ins_a', 'a.example')]);
    await claimer.claim();
    claimer.expect('ins_a', 1_000);
    await claimer.claim();
    expect(polls()).toBe(1);
    claimer.expect('ins_new', 1_000);
    await claimer.claim();
    expect(polls()).toBe(2);
    advance(POLL_INTERVAL_MS);
    await claimer.claim();
    expect(polls()).toBe(3);
  });

  it('polls immediately when another process has changed a circuit', async () => {
    const { claimer, polls } = claimerOver([due('ins_a', 'a.example')]);
    await claimer.claim();
    claimer.refresh('ins_a');
    await claimer.claim();
    expect(polls()).toBe(2);
  });
});

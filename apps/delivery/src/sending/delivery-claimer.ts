/**
 * Claims due deliveries for one channel. Decides which installations may send now and how many deliveries each may
 * send, within the limits of their circuits, the slots that they have earned, and the limits per host and in total.
 */
import { LRUCache } from 'lru-cache';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import type { ClaimRequest, DeliveryQueue, DueEndpoint, DuePosition, Lease } from '../delivery/delivery-queue.view.js';
import type { ChannelName } from '../delivery/queued-delivery.view.js';
import { Candidates } from './candidates.js';
import { allowedAttempts, closedCircuit, isLimited, type AllowedAttempts, type Circuit } from './circuit.js';
import type { EndpointSpeeds, Speed } from './endpoint-speeds.js';
import { FairShare } from './fair-share.js';
import { hostAndPort, type InFlightCounter } from './in-flight-counter.js';

/**
 * The maximum time between polls of the queue. Polling is necessary because another process may have queued a
 * delivery, and because the due times of retries and probes are only stored.
 */
export const POLL_INTERVAL_MS = 500;
/** The number of due endpoints that one poll reads from each end of the queue. */
export const POLLED_ENDPOINTS = 250;
/** So that the next event of an endpoint needs no query. */
const MAX_REMEMBERED_ENDPOINTS = 10_000;

interface DeliveryClaimerOptions {
  readonly queue: Pick<DeliveryQueue, 'claim' | 'claimLimited' | 'claimOne' | 'due' | 'dueOf'>;
  readonly inFlight: InFlightCounter;
  readonly speeds: Pick<EndpointSpeeds, 'of' | 'slots'>;
  /** The duration of the lease of a claimed delivery, in milliseconds. */
  readonly leaseMs: number;
  readonly now: () => number;
  /** The real time, which leases follow. */
  readonly realNow: () => number;
}

export class DeliveryClaimer {
  private readonly candidates = new Candidates();
  private readonly share = new FairShare();
  private readonly hosts = new LRUCache<string, string>({ max: MAX_REMEMBERED_ENDPOINTS });
  /**
   * The circuits of endpoints with failures, as PostgreSQL had them last. Claims check the current state: these only
   * avoid requests that a circuit would not allow.
   */
  private readonly circuits = new LRUCache<string, Circuit>({ max: MAX_REMEMBERED_ENDPOINTS });
  private pollAtMs = 0;
  /** Where the last page of due endpoints ended; null before the first page. */
  private position: DuePosition | null = null;

  constructor(
    private readonly channel: ChannelName,
    private readonly options: DeliveryClaimerOptions,
  ) {}

  /** Adds a hint that a delivery of this installation may be due at this time. A poll finds what is due later. */
  expect(installationId: string, dueAtMs: number): void {
    if (dueAtMs <= Math.max(this.pollAtMs, this.options.now())) this.candidates.add(installationId, dueAtMs);
  }

  /**
   * Adds time of an attempt to the time that the installation has used. Installations that have used less time are
   * served first.
   */
  charge(installationId: string, durationMs: number): void {
    this.share.charge(installationId, durationMs);
  }

  /** Claims the deliveries that may be sent now. */
  async claim(): Promise<readonly ClaimedDelivery[]> {
    if (this.options.now() >= this.pollAtMs) await this.poll();
    await this.findUnknown();
    const requests = this.requests(this.options.now());
    for (const { installationId } of requests) this.candidates.remove(installationId);
    const deliveries = requests.length === 0 ? [] : await this.claimRequested(requests);
    this.addUnexhausted(requests, deliveries);
    // Reads on when there is room, so that a long queue of due endpoints does not wait for the interval.
    if (this.position !== null && this.candidates.size < POLLED_ENDPOINTS) this.pollAtMs = 0;
    return deliveries;
  }

  /** Claims one delivery at once, whatever its due time, its place in the order and the circuit are. */
  async claimOne(deliveryId: string): Promise<ClaimedDelivery | null> {
    return this.options.queue.claimOne(this.channel, deliveryId, this.lease());
  }

  /** Returns which slots this installation may use now. */
  speedOf(installationId: string): Speed {
    const { speeds, now } = this.options;
    return speeds.of(installationId, { hasFailed: this.hasFailed(installationId), nowMs: now() });
  }

  /** Returns whether the endpoint has failed since its last success, as far as this process knows. */
  hasFailed(installationId: string): boolean {
    return this.circuits.has(installationId);
  }

  /** Remembers a circuit as PostgreSQL has it; null when it has none. */
  setCircuit(installationId: string, circuit: Circuit | null): void {
    if (circuit === null || (circuit.state === 'closed' && circuit.failures === 0))
      this.circuits.delete(installationId);
    else this.circuits.set(installationId, circuit);
  }

  /** Another process has changed this circuit: reads it before the next claim. */
  refresh(installationId: string): void {
    this.circuits.delete(installationId);
    this.hosts.delete(installationId);
  }

  /** Milliseconds until the next claim or poll, if no notification arrives. */
  idleMs(): number {
    const nowMs = this.options.now();
    const nextMs = this.options.inFlight.freeSlots().isEmpty ? Infinity : this.candidates.nextAfter(nowMs);
    return Math.max(0, Math.min(this.pollAtMs, nextMs) - nowMs);
  }

  private async poll(): Promise<void> {
    this.pollAtMs = this.options.now() + POLL_INTERVAL_MS;
    const { endpoints, next } = await this.options.queue.due(this.channel, {
      until: new Date(this.pollAtMs),
      after: this.position,
      limit: POLLED_ENDPOINTS,
    });
    this.position = next;
    for (const endpoint of endpoints) this.add(endpoint);
  }

  /** Asks for the hosts and circuits of candidates that only a notification has named. */
  private async findUnknown(): Promise<void> {
    const unknown = this.candidates.dueAt(this.options.now()).filter((id) => !this.hosts.has(id));
    if (unknown.length === 0) return;
    for (const id of unknown) this.candidates.remove(id);
    for (const endpoint of await this.options.queue.dueOf(this.channel, unknown)) this.add(endpoint);
  }

  private add({ installationId, baseUrl, dueAtMs, circuit }: DueEndpoint): void {
    this.hosts.set(installationId, hostAndPort(baseUrl));
    this.setCircuit(installationId, circuit);
    this.expect(installationId, dueAtMs);
  }

  private async claimRequested(requests: readonly ClaimRequest[]): Promise<readonly ClaimedDelivery[]> {
    const { queue, inFlight } = this.options;
    const limited = requests.filter(({ installationId }) => isLimited(this.circuitOf(installationId)));
    const others = requests.filter(({ installationId }) => !isLimited(this.circuitOf(installationId)));
    const attemptLimit = inFlight.limits.perEndpoint;
    return [
      ...(others.length === 0 ? [] : await queue.claim(this.channel, others, this.lease())),
      ...(limited.length === 0
        ? []
        : await queue.claimLimited(this.channel, limited, { ...this.lease(), attemptLimit })),
    ];
  }

  private lease(): Lease {
    const nowMs = this.options.now();
    const fromMs = this.options.realNow();
    return { now: new Date(nowMs), from: new Date(fromMs), until: new Date(fromMs + this.options.leaseMs) };
  }

  private requests(nowMs: number): readonly ClaimRequest[] {
    const { inFlight } = this.options;
    const requests: ClaimRequest[] = [];
    const availableAtHost = new Map<string, number>();
    const free = inFlight.freeSlots();
    if (free.isEmpty) return [];
    for (const installationId of this.share.order(this.startable(nowMs))) {
      if (free.isEmpty) break;
      const { count, ignoreDueTime } = this.allowed(installationId, nowMs);
      const host = this.hosts.get(installationId) ?? '';
      const atHost = availableAtHost.get(host) ?? inFlight.availableAt(host);
      const speed = this.speedOf(installationId);
      const limit = Math.min(count, atHost, free.for(speed, inFlight.ofEndpoint(installationId)));
      if (limit <= 0) continue;
      requests.push({ installationId, limit, ignoreDueTime });
      availableAtHost.set(host, atHost - limit);
      free.take(speed, limit);
    }
    return requests;
  }

  /** The due candidates that have a slot. Those that cannot start now would only make the order costly. */
  private startable(nowMs: number): readonly string[] {
    const { inFlight } = this.options;
    const free = inFlight.freeSlots();
    return this.candidates.dueAt(nowMs).filter((id) => {
      const ofEndpoint = inFlight.ofEndpoint(id);
      if (this.allowed(id, nowMs).count > 0)
        return inFlight.availableAt(this.hosts.get(id) ?? '') > 0 && free.for(this.speedOf(id), ofEndpoint) > 0;
      // Its circuit allows nothing, and a poll finds it when this changes. Otherwise the end of an attempt changes it.
      if (ofEndpoint === 0) this.candidates.remove(id);
      return false;
    });
  }

  /** When an installation returned fewer deliveries than requested, it has none left that can be claimed now. */
  private addUnexhausted(requests: readonly ClaimRequest[], deliveries: readonly ClaimedDelivery[]): void {
    const claimed = new Map<string, number>();
    for (const { installationId, baseUrl } of deliveries) {
      claimed.set(installationId, (claimed.get(installationId) ?? 0) + 1);
      this.hosts.set(installationId, hostAndPort(baseUrl));
    }
    const nowMs = this.options.now();
    for (const { installationId, limit } of requests)
      if ((claimed.get(installationId) ?? 0) >= limit) this.candidates.add(installationId, nowMs);
  }

  private circuitOf(installationId: string): Circuit {
    return this.circuits.get(installationId) ?? closedCircuit;
  }

  private allowed(installationId: string, nowMs: number): AllowedAttempts {
    const { inFlight, speeds } = this.options;
    const endpoint = {
      attemptLimit: speeds.slots(installationId),
      inFlight: inFlight.ofEndpoint(installationId),
    };
    return allowedAttempts(this.circuitOf(installationId), endpoint, nowMs);
  }
}

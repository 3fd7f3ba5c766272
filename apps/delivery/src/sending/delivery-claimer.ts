/**
 * Claims due deliveries for one channel. Decides which installations may send now and how many deliveries each may
 * send, within the limits of their circuits, the slots that they have earned, and the limits per host and in total.
 */
import type { ClaimedDelivery, ClaimRequest, DeliveryQueue, Lease } from '../delivery/delivery-queue.view.js';
import type { ChannelName } from '../delivery/queued-delivery.view.js';
import { Backlog } from './backlog.js';
import { allowedAttempts, isLimited, type AllowedAttempts } from './circuit.js';
import type { EndpointCircuits } from './endpoint-circuits.js';
import type { EndpointSpeeds, Speed } from './endpoint-speeds.js';
import { FairShare } from './fair-share.js';
import { hostAndPort, type InFlightCounter } from './in-flight-counter.js';

/**
 * The maximum time between polls of the queue. Polling is necessary because another process may have queued a
 * delivery.
 */
export const POLL_INTERVAL_MS = 500;

interface DeliveryClaimerOptions {
  readonly queue: Pick<DeliveryQueue, 'claim' | 'claimLimited' | 'claimOne' | 'nextDue'>;
  readonly inFlight: InFlightCounter;
  readonly circuits: EndpointCircuits;
  readonly speeds: Pick<EndpointSpeeds, 'of' | 'slots'>;
  /** The duration of the lease of a claimed delivery, in milliseconds. */
  readonly leaseMs: number;
  readonly now: () => number;
}

export class DeliveryClaimer {
  private readonly backlog = new Backlog();
  private readonly share = new FairShare();
  private pollAtMs = 0;

  constructor(
    private readonly channel: ChannelName,
    private readonly options: DeliveryClaimerOptions,
  ) {}

  /** Adds a hint that a delivery of this installation may be due at this time. */
  expect(installationId: string, dueAtMs: number): void {
    this.backlog.add(installationId, dueAtMs);
    if (this.backlog.hostOf(installationId) === null) this.pollAtMs = 0;
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
    const requests = this.requests(this.options.now());
    if (requests.length === 0) return [];
    const revision = this.backlog.revision();
    const deliveries = await this.claimRequested(requests);
    this.update(requests, deliveries, revision);
    return deliveries;
  }

  /** Claims one delivery at once, whatever its due time, its place in the order and the circuit are. */
  async claimOne(deliveryId: string): Promise<ClaimedDelivery | null> {
    return this.options.queue.claimOne(this.channel, deliveryId, this.lease());
  }

  /** Returns which slots this installation may use now. */
  speedOf(installationId: string): Speed {
    const { speeds, circuits, now } = this.options;
    return speeds.of(installationId, { hasFailed: circuits.hasFailed(installationId), nowMs: now() });
  }

  /** Another process has changed this circuit: polls the queue with its circuits again. */
  refresh(installationId: string): void {
    this.options.circuits.forget(installationId);
    this.pollAtMs = 0;
  }

  /** Milliseconds until the next claim or poll, if no notification arrives. */
  idleMs(): number {
    const nowMs = this.options.now();
    let nextMs = this.pollAtMs;
    const free = this.options.inFlight.freeSlots();
    if (!free.isEmpty) {
      for (const id of this.backlog.candidates()) {
        if (free.for(this.speedOf(id), this.options.inFlight.ofEndpoint(id)) === 0) continue;
        const allowed = this.allowed(id, nowMs);
        const dueAtMs = this.backlog.dueAtMs(id);
        if (allowed.count > 0 && dueAtMs > nowMs) nextMs = Math.min(nextMs, dueAtMs);
        else if (allowed.retryAtMs !== null) nextMs = Math.min(nextMs, allowed.retryAtMs);
      }
    }
    return Math.max(0, nextMs - nowMs);
  }

  private async poll(): Promise<void> {
    this.pollAtMs = this.options.now() + POLL_INTERVAL_MS;
    const revision = this.backlog.revision();
    const due = await this.options.queue.nextDue(this.channel);
    const withHosts = due.map(({ baseUrl, ...rest }) => ({ ...rest, host: hostAndPort(baseUrl) }));
    this.backlog.replace(withHosts, revision);
    this.options.circuits.replace(due);
    this.share.retain((id) => this.backlog.has(id) || this.options.inFlight.ofEndpoint(id) > 0);
  }

  private async claimRequested(requests: readonly ClaimRequest[]): Promise<readonly ClaimedDelivery[]> {
    const { queue, circuits, inFlight } = this.options;
    const limited = requests.filter(({ installationId }) => isLimited(circuits.of(installationId)));
    const others = requests.filter(({ installationId }) => !isLimited(circuits.of(installationId)));
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
    return { now: new Date(nowMs), until: new Date(nowMs + this.options.leaseMs) };
  }

  private requests(nowMs: number): readonly ClaimRequest[] {
    const { inFlight } = this.options;
    const requests: ClaimRequest[] = [];
    const availableAtHost = new Map<string, number>();
    const free = inFlight.freeSlots();
    for (const installationId of this.share.order(this.backlog.candidates())) {
      if (free.isEmpty) break;
      const { count, ignoreDueTime } = this.allowed(installationId, nowMs);
      if (!ignoreDueTime && this.backlog.dueAtMs(installationId) > nowMs) continue;
      const host = this.backlog.hostOf(installationId);
      if (host === null) continue;
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

  /** When an installation returned fewer deliveries than requested, it has none left that can be claimed now. */
  private update(requests: readonly ClaimRequest[], deliveries: readonly ClaimedDelivery[], revision: number): void {
    const claimed = new Map<string, number>();
    for (const { installationId, baseUrl } of deliveries) {
      claimed.set(installationId, (claimed.get(installationId) ?? 0) + 1);
      this.backlog.setHost(installationId, hostAndPort(baseUrl));
    }
    for (const { installationId, limit } of requests)
      if ((claimed.get(installationId) ?? 0) < limit) this.backlog.removeUnlessChanged(installationId, revision);
  }

  private allowed(installationId: string, nowMs: number): AllowedAttempts {
    const { inFlight, circuits, speeds } = this.options;
    const endpoint = {
      attemptLimit: speeds.slots(installationId),
      inFlight: inFlight.ofEndpoint(installationId),
    };
    return allowedAttempts(circuits.of(installationId), endpoint, nowMs);
  }
}

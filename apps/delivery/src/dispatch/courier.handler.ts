/**
 * The delivery engine: takes due calls out of the queue, sends them, and writes down how they ended.
 *
 * Two loops work side by side. One claims as much as there is room for (one commit per turn), the other finishes
 * everything that has ended since its last turn (one commit); calls run in between without any transaction. So the
 * number of commits falls as the load rises, and a new call does not wait for the end of others to be written down.
 * Several processes may run it on the same queue: leases and fences keep them apart.
 */
import { inSpan, log, SpanKind } from '@kushk/runtime';
import { measureCall } from '../outbound/call-metrics.handler.js';
import type { Exchange, OutgoingCall } from '../outbound/exchange.js';
import { withTrace } from '../outbound/trace.handler.js';
import { Backlog } from './backlog.js';
import { Bell } from './bell.handler.js';
import type { CallQueue, ClaimedCall, Demand, Finish } from './call-queue.view.js';
import type { Channel } from './channel.js';
import { afterCall, allowance, closedCircuit, type Circuit } from './circuit.js';
import { FairShare } from './fair-share.js';
import { nextOf, outcomeOf, traceOf } from './verdict.js';

/** The queue is asked at least this often, whatever wakes it or fails to. */
const POLL_EVERY_MS = 500;
/** After the database has failed: wait, longer each time. */
const TROUBLE_FIRST_MS = 100;
const TROUBLE_MAX_MS = 3_000;
/** How much longer than the deadline of a call its lease lasts. A lease that ended first would mean a second sender. */
const LEASE_MARGIN_MS = 10_000;

export interface CourierParts {
  readonly queue: CallQueue;
  readonly send: (call: OutgoingCall) => Promise<Exchange>;
  /** The deadline that `send` keeps. */
  readonly deadlineMs: number;
  readonly now: () => number;
  readonly random: () => number;
}

export class Courier {
  private readonly backlog = new Backlog();
  private readonly toClaim = new Bell();
  private readonly toFinish = new Bell();
  private readonly shares = new FairShare();
  private readonly circuits = new Map<string, Circuit>();
  private readonly changedCircuits = new Set<string>();
  private readonly atEndpoint = new Map<string, number>();
  private readonly atHost = new Map<string, number>();
  private underWay = 0;
  private ended: Finish[] = [];
  private pollAtMs = 0;
  private stopping = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly channel: Channel,
    private readonly parts: CourierParts,
  ) {}

  /** Begins; circuits are as the last process left them. */
  async start(): Promise<void> {
    if (this.channel.circuit)
      for (const [id, circuit] of await this.parts.queue.circuits()) this.circuits.set(id, circuit);
    this.running = Promise.all([
      this.repeat(
        this.toClaim,
        () => this.claimDue(),
        () => this.idleMs(),
      ),
      this.repeat(
        this.toFinish,
        () => this.finishEnded(),
        () => POLL_EVERY_MS,
      ),
    ]);
  }

  /** Claims nothing more, waits for what is under way (at most `patienceMs`) and writes down how it ended. */
  async stop(patienceMs: number): Promise<void> {
    this.stopping = true;
    this.toClaim.ring();
    this.toFinish.ring();
    await this.running;
    const until = performance.now() + patienceMs;
    while (this.underWay > 0 && performance.now() < until) await this.toFinish.untilRung(until - performance.now());
    await this.finishEnded();
  }

  /** Something new is in the queue for this installation: called after the commit that put it there. */
  wake(installationId: string): void {
    this.backlog.note(installationId, this.parts.now());
    if (this.backlog.hostOf(installationId) === null) this.pollAtMs = 0;
    this.toClaim.ring();
  }

  /** A person wants calls to go out again: an open circuit closes and stopped pushes go on. */
  resume(installationId: string): void {
    if (this.circuits.has(installationId)) this.setCircuit(installationId, closedCircuit);
    this.wake(installationId);
  }

  private async repeat(bell: Bell, turn: () => Promise<void>, idleMs: () => number): Promise<void> {
    let troubleMs = 0;
    while (!this.stopping) {
      try {
        await turn();
        troubleMs = 0;
      } catch (error) {
        troubleMs = Math.min(Math.max(TROUBLE_FIRST_MS, troubleMs * 2), TROUBLE_MAX_MS);
        log.warn({ error, channel: this.channel.name, againInMs: troubleMs }, 'courier cannot reach its queue');
      }
      if (!this.stopping) await bell.untilRung(troubleMs > 0 ? troubleMs : idleMs());
    }
  }

  private async claimDue(): Promise<void> {
    const now = this.parts.now();
    if (now >= this.pollAtMs) await this.poll(now);
    const demands = this.demands(this.parts.now());
    if (demands.length === 0) return;
    const mark = this.backlog.mark();
    const at = this.parts.now();
    const calls = await this.parts.queue.claim(
      this.channel.name,
      demands,
      new Date(at),
      new Date(at + this.parts.deadlineMs + LEASE_MARGIN_MS),
    );
    const got = new Map<string, number>();
    for (const call of calls) {
      const host = hostOf(call.baseUrl);
      add(got, call.installationId, 1);
      this.backlog.sendsTo(call.installationId, host);
      void this.make(call, host);
    }
    for (const { installationId, slots } of demands)
      if ((got.get(installationId) ?? 0) < slots) this.backlog.exhausted(installationId, mark);
  }

  private async poll(now: number): Promise<void> {
    this.pollAtMs = now + POLL_EVERY_MS;
    const mark = this.backlog.mark();
    const waiting = await this.parts.queue.waiting(this.channel.name);
    this.backlog.replace(
      waiting.map(({ installationId, baseUrl, dueAtMs }) => ({ installationId, host: hostOf(baseUrl), dueAtMs })),
      mark,
    );
    this.shares.keepOnly((id) => this.backlog.has(id) || this.atEndpoint.has(id));
  }

  /** Who may send now and how much: those who have used the least time first, within all limits. */
  private demands(now: number): readonly Demand[] {
    const { limits } = this.channel;
    let room = limits.total - this.underWay;
    const demands: Demand[] = [];
    const roomAtHost = new Map<string, number>();
    for (const id of room > 0 ? this.shares.order(this.backlog.candidates()) : []) {
      const allowed = this.allowance(id, now);
      if (!allowed.ahead && this.backlog.dueAtMs(id) > now) continue;
      const host = this.backlog.hostOf(id);
      if (host === null) continue;
      const hostRoom = roomAtHost.get(host) ?? limits.perHost - (this.atHost.get(host) ?? 0);
      const slots = Math.min(allowed.slots, hostRoom, room);
      if (slots <= 0) continue;
      demands.push({ installationId: id, slots, ahead: allowed.ahead });
      roomAtHost.set(host, hostRoom - slots);
      room -= slots;
      if (room <= 0) break;
    }
    return demands;
  }

  private allowance(id: string, now: number): ReturnType<typeof allowance> {
    return allowance(
      this.circuits.get(id) ?? closedCircuit,
      this.channel.limits.perEndpoint,
      this.atEndpoint.get(id) ?? 0,
      now,
    );
  }

  /** Makes one call. Never rejects: whatever happens ends up in `ended`. */
  private async make(call: ClaimedCall, host: string): Promise<void> {
    const startedMs = this.parts.now();
    const probe = this.circuits.get(call.installationId)?.state === 'open';
    this.count(call.installationId, host, 1);
    const exchange = await this.exchange(call, startedMs);
    this.count(call.installationId, host, -1);
    const nowMs = this.parts.now();
    this.shares.charge(call.installationId, exchange.durationMs);
    const outcome = outcomeOf(exchange, nowMs);
    const next = nextOf(
      outcome,
      { spent: call.spent, dueAtMs: call.dueAt.getTime(), firstTriedAtMs: call.firstTriedAt.getTime(), probe },
      this.channel.schedule,
      nowMs,
      this.parts.random(),
    );
    if (this.channel.circuit) this.judgeEndpoint(call, outcome, nowMs);
    const dueAtMs = next.kind === 'retry' ? next.dueAtMs : nowMs;
    this.ended.push({
      callId: call.callId,
      attempt: call.attempt,
      installationId: call.installationId,
      at: new Date(startedMs),
      durationMs: exchange.durationMs,
      ...traceOf(exchange),
      delivered: next.kind === 'delivered',
      dueAt: new Date(dueAtMs),
      spent: next.kind === 'delivered' ? call.spent : next.spent,
      deadAt: next.kind === 'dead' ? new Date(nowMs) : null,
    });
    measureCall(this.channel.name, exchange);
    log.info(
      {
        call: call.callId,
        kind: call.kind,
        installation: call.installationId,
        attempt: call.attempt,
        ms: exchange.durationMs,
        ...traceOf(exchange),
        next: next.kind,
      },
      'plugin called',
    );
    this.toFinish.ring();
    this.toClaim.ring();
  }

  private async exchange(call: ClaimedCall, startedMs: number): Promise<Exchange> {
    try {
      const ready = await this.channel.prepare(call, new Date(startedMs));
      const span = {
        kind: SpanKind.CLIENT,
        ...(call.traceparent !== null && { parent: call.traceparent }),
        attributes: { 'kushk.call_id': call.callId, 'kushk.attempt': call.attempt },
      };
      const exchange = await inSpan(`call plugin ${call.kind}`, span, () =>
        this.parts.send(withTrace(ready, call.traceparent)),
      );
      if (outcomeOf(exchange, startedMs).kind === 'success')
        await this.channel.answered?.(call, new Date(this.parts.now()));
      return exchange;
    } catch (error) {
      log.error({ error, call: call.callId, kind: call.kind }, 'call could not be made');
      return { kind: 'failed', error: 'internal', durationMs: Math.max(0, this.parts.now() - startedMs), status: null };
    }
  }

  private judgeEndpoint(call: ClaimedCall, outcome: ReturnType<typeof outcomeOf>, nowMs: number): void {
    const before = this.circuits.get(call.installationId) ?? closedCircuit;
    const after = afterCall(before, call.callId, outcome, this.channel.limits.perEndpoint, nowMs);
    if (after !== before) this.setCircuit(call.installationId, after);
    if (after.state !== before.state)
      log.warn(
        { installation: call.installationId, from: before.state, to: after.state },
        'endpoint changed its state',
      );
  }

  private setCircuit(id: string, circuit: Circuit): void {
    if (circuit === closedCircuit) this.circuits.delete(id);
    else this.circuits.set(id, circuit);
    this.changedCircuits.add(id);
  }

  private async finishEnded(): Promise<void> {
    const ended = this.ended;
    if (ended.length > 0) {
      this.ended = [];
      try {
        const ours = await this.parts.queue.finish(this.channel.name, ended);
        for (const { callId, attempt, installationId, dueAt } of ended) {
          // What waits behind the call, or the call again, can be claimed from now on.
          this.backlog.note(installationId, dueAt.getTime());
          if (!ours.has(callId))
            log.warn({ call: callId, attempt }, 'call ended after its lease; another attempt counts');
        }
        this.toClaim.ring();
      } catch (error) {
        this.ended = [...ended, ...this.ended];
        throw error;
      }
    }
    if (this.changedCircuits.size === 0) return;
    const changed = new Map([...this.changedCircuits].map((id) => [id, this.circuits.get(id) ?? null]));
    this.changedCircuits.clear();
    try {
      await this.parts.queue.keepCircuits(changed, new Date(this.parts.now()));
    } catch (error) {
      for (const id of changed.keys()) this.changedCircuits.add(id);
      throw error;
    }
  }

  /** Milliseconds until there is something to do without anybody ringing. */
  private idleMs(): number {
    const now = this.parts.now();
    let next = this.pollAtMs;
    if (this.underWay < this.channel.limits.total) {
      for (const id of this.backlog.candidates()) {
        const allowed = this.allowance(id, now);
        const due = this.backlog.dueAtMs(id);
        if (allowed.slots > 0 && due > now) next = Math.min(next, due);
        else if (allowed.againAtMs !== null) next = Math.min(next, allowed.againAtMs);
      }
    }
    return Math.max(0, next - now);
  }

  private count(id: string, host: string, by: 1 | -1): void {
    this.underWay += by;
    add(this.atEndpoint, id, by);
    add(this.atHost, host, by);
  }
}

/** Limits are per host and port: what one machine behind one address has to bear. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

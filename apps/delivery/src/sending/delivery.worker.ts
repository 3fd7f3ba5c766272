/**
 * Sends the deliveries of one channel: claims due deliveries, sends them, and records the results.
 *
 * Two loops run concurrently. One loop claims as many deliveries as the limits allow, with one commit per run. The
 * other loop records all attempts that have finished since its last run, with one commit. No transaction is open
 * while an attempt is in flight. Under load each commit covers more deliveries, and a new delivery never waits until
 * other results are recorded. Several processes may share one queue: leases and fence tokens prevent conflicts, and
 * the circuits are stored beside the queue. The limits per endpoint, per host and in total are those of one process.
 */
import { redactedSample } from '@kushk/credentials';
import { unreachable } from '@kushk/decider';
import { BackgroundLoop, log, metrics, Signal, traceIdOf } from '@kushk/runtime';
import { Histogram } from 'prom-client';
import type { AttemptLog } from '../delivery/attempt-log.view.js';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import type { DeliveryQueue } from '../delivery/delivery-queue.view.js';
import type { AttemptResult } from '../outbound/attempt-result.js';
import type { PluginClient } from '../outbound/plugin.client.js';
import { attemptRecordOf, classifyResult, nextStep, type NextStep } from './attempt-outcome.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { AttemptClient } from './attempt.client.js';
import type { Channel } from './channel.js';
import type { AttemptOutcome, CircuitPolicy } from './circuit.js';
import { DeliveryClaimer, POLL_INTERVAL_MS } from './delivery-claimer.js';
import { EndpointSpeeds, type AttemptEnd } from './endpoint-speeds.js';
import { hostAndPort, InFlightCounter, type InFlightAttempt } from './in-flight-counter.js';

/**
 * The time by which a lease is longer than the deadline of its attempt. If the lease expired before the deadline,
 * another worker could send the same delivery at the same time.
 */
const LEASE_MARGIN_MS = 10_000;
/** The delay of the first retry after the queue was unavailable; it doubles with each further failure. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 3_000;
const waited = new Histogram({
  name: 'kushk_delivery_wait_seconds',
  help: 'From the time at which a delivery was due to its attempt, for endpoints that have not failed',
  labelNames: ['channel'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers: [metrics],
});

interface DeliveryWorkerOptions {
  readonly queue: DeliveryQueue;
  readonly attemptLog: AttemptLog;
  readonly plugins: PluginClient;
  /** The deadline of one attempt in milliseconds. */
  readonly deadlineMs: number;
  /** An attempt that takes longer than this is slow, in milliseconds. */
  readonly slowAfterMs: number;
  readonly now: () => number;
  /** The real time, which leases and signatures follow. */
  readonly realNow: () => number;
  readonly random: () => number;
}

export class DeliveryWorker {
  private readonly inFlight: InFlightCounter;
  /**
   * Attempts that have ended and will change a circuit, by delivery. They keep their slots until they are recorded, so
   * that this process starts no attempt that the circuit will not allow.
   */
  private readonly unrecorded = new Map<string, InFlightAttempt>();
  private readonly speeds: EndpointSpeeds;
  private readonly claimer: DeliveryClaimer;
  private readonly attempts: AttemptClient;
  private readonly recorder: AttemptRecorder;
  private readonly claimLoop: BackgroundLoop;
  private readonly recordLoop: BackgroundLoop;
  private readonly attemptEnded = new Signal();

  constructor(
    private readonly channel: Channel,
    private readonly options: DeliveryWorkerOptions,
  ) {
    const { queue, attemptLog, plugins, deadlineMs, now, realNow } = options;
    const policy: CircuitPolicy = {
      attemptLimit: channel.limits.perEndpoint,
      failuresToOpen: channel.failuresToOpen,
    };
    this.inFlight = new InFlightCounter(channel.limits);
    this.speeds = new EndpointSpeeds(channel.limits.perEndpoint);
    this.claimer = new DeliveryClaimer(channel.name, {
      queue,
      inFlight: this.inFlight,
      speeds: this.speeds,
      leaseMs: deadlineMs + LEASE_MARGIN_MS,
      now,
      realNow,
    });
    this.attempts = new AttemptClient(channel, plugins, { now, realNow });
    this.recorder = new AttemptRecorder(channel.name, attemptLog, policy);
    const onFailure = {
      retryMs: backoffMs,
      failure: 'delivery queue unavailable',
      logFields: { channel: channel.name },
    };
    this.claimLoop = new BackgroundLoop({
      run: () => this.claimAndSend(),
      everyMs: () => this.claimer.idleMs(),
      ...onFailure,
    });
    this.recordLoop = new BackgroundLoop({ run: () => this.record(), everyMs: POLL_INTERVAL_MS, ...onFailure });
  }

  /** Starts both loops. The first poll of the queue loads what is due. */
  start(): void {
    this.claimLoop.start();
    this.claimLoop.notify();
    this.recordLoop.start();
  }

  /** Stops claiming, waits up to `graceMs` for the attempts in flight, and records their results. */
  async stop(graceMs: number): Promise<void> {
    await Promise.all([this.claimLoop.stop(), this.recordLoop.stop()]);
    const until = performance.now() + graceMs;
    while (this.inFlight.total > this.unrecorded.size && performance.now() < until)
      await this.attemptEnded.wait(until - performance.now());
    await this.record();
  }

  /** Wakes the worker. Must be called after the commit that queued a delivery of this installation. */
  notify(installationId: string): void {
    this.claimer.expect(installationId, this.options.now());
    this.claimLoop.notify();
  }

  /** Another process has changed the circuit of this installation. */
  refresh(installationId: string): void {
    this.claimer.refresh(installationId);
    this.notify(installationId);
  }

  /**
   * Queues one delivery again and makes an attempt at once, even while the circuit of its endpoint is open or stopped.
   * Without capacity in this process, or while the delivery is in flight, it only waits for its turn. Returns false
   * when this channel has no such delivery any more.
   */
  async redeliver(installationId: string, deliveryId: string): Promise<boolean> {
    const { queue, now } = this.options;
    if (!(await queue.requeue(this.channel.name, installationId, { deliveryId, now: new Date(now()) }))) return false;
    const inFlight = this.inFlight.ofEndpoint(installationId);
    const hasCapacity =
      inFlight < this.channel.limits.perEndpoint &&
      this.inFlight.freeSlots().for(this.claimer.speedOf(installationId), inFlight) > 0;
    const delivery = hasCapacity ? await this.claimer.claimOne(deliveryId) : null;
    if (delivery === null) this.notify(installationId);
    else void this.attempt(delivery);
    return true;
  }

  private async claimAndSend(): Promise<void> {
    for (const delivery of await this.claimer.claim()) void this.attempt(delivery);
  }

  /** Makes one attempt. Never rejects: every result is passed to the recorder. */
  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const { installationId } = delivery;
    const startedMs = this.options.now();
    const { dueAt, circuit } = delivery;
    // A delivery behind a circuit waits for the plugin, not for a worker.
    if (circuit === null) waited.labels(this.channel.name).observe(Math.max(0, startedMs - dueAt.getTime()) / 1_000);
    const share = this.claimer.speedOf(installationId);
    const inFlight: InFlightAttempt = { installationId, host: hostAndPort(delivery.baseUrl), share };
    this.inFlight.started(inFlight);
    const speed = this.watchSpeed(inFlight);
    const result = await this.attempts.send(delivery, startedMs);
    const isSlow = speed.stop();
    const nowMs = this.options.now();
    const outcome = classifyResult(result, nowMs);
    const usedAllSlots = this.inFlight.ofEndpoint(installationId) >= this.speeds.slots(installationId);
    this.speeds.ended(installationId, { result: resultOf(outcome), isSlow, usedAllSlots, nowMs });
    this.claimer.charge(installationId, result.durationMs - (isSlow ? this.options.slowAfterMs : 0));
    const leavesCircuit =
      outcome.kind === 'success' && delivery.circuit === null && !this.claimer.hasFailed(installationId);
    if (leavesCircuit) this.inFlight.ended(inFlight);
    else this.unrecorded.set(delivery.deliveryId, inFlight);
    const next = this.next(delivery, outcome, nowMs);
    this.finish(delivery, result, { startedMs, nowMs, outcome, next, leavesCircuit });
    this.attemptEnded.notify();
    this.recordLoop.notify();
    this.claimLoop.notify();
  }

  /** Moves the attempt to the slots of slow endpoints when it takes long. `stop` returns whether it did. */
  private watchSpeed(attempt: InFlightAttempt): { stop: () => boolean } {
    const { slowAfterMs, now } = this.options;
    let isSlow = false;
    let isOver = false;
    const onSlow = (): void => {
      if (isOver) return;
      isSlow = true;
      this.inFlight.becameSlow(attempt);
      this.speeds.becameSlow(attempt.installationId, now());
      this.claimer.charge(attempt.installationId, slowAfterMs);
      this.claimLoop.notify();
    };
    // When this process itself was slow, a response may have arrived that is read only after the timers.
    const timer = setTimeout(() => setImmediate(onSlow), slowAfterMs);
    const stop = (): boolean => {
      isOver = true;
      clearTimeout(timer);
      return isSlow;
    };
    return { stop };
  }

  private next(delivery: ClaimedDelivery, outcome: AttemptOutcome, nowMs: number): NextStep {
    const { failures, dueAt, firstAttemptAt, isProbe } = delivery;
    return nextStep(
      outcome,
      { failures, dueAtMs: dueAt.getTime(), firstAttemptAtMs: firstAttemptAt.getTime(), isProbe },
      { retryPolicy: this.channel.retryPolicy, nowMs, random: this.options.random() },
    );
  }

  private finish(
    delivery: ClaimedDelivery,
    result: AttemptResult,
    end: {
      readonly startedMs: number;
      readonly nowMs: number;
      readonly outcome: AttemptOutcome;
      readonly next: NextStep;
      readonly leavesCircuit: boolean;
    },
  ): void {
    const { startedMs, nowMs, outcome, next, leavesCircuit } = end;
    const { deliveryId, attempt, installationId, kind, pluginVersion: version } = delivery;
    const { durationMs } = result;
    const record = attemptRecordOf(result);
    const { storedResponseBytes } = this.channel;
    this.recorder.add({
      deliveryId,
      attempt,
      installationId,
      version,
      startedAt: new Date(startedMs),
      endedAt: new Date(nowMs),
      durationMs,
      ...record,
      response:
        storedResponseBytes > 0 && result.kind === 'answered' ? redactedSample(result.body, storedResponseBytes) : null,
      outcome: leavesCircuit ? null : outcome,
      delivered: next.kind === 'delivered',
      dueAt: new Date(next.kind === 'retry' ? next.dueAtMs : nowMs),
      failures: next.kind === 'delivered' ? delivery.failures : next.failures,
      deadAt: next.kind === 'dead' ? new Date(nowMs) : null,
    });
    log.info(
      {
        delivery_id: deliveryId,
        trace_id: traceIdOf(delivery.traceparent),
        kind,
        installation_id: installationId,
        attempt,
        duration_ms: durationMs,
        ...record,
        next: next.kind,
        ...(next.kind === 'retry' && { next_attempt_at: new Date(next.dueAtMs) }),
      },
      record.error === null ? 'delivery attempt succeeded' : 'delivery attempt failed',
    );
  }

  private async record(): Promise<void> {
    const { attempts, circuits } = await this.recorder.flush();
    for (const [installationId, { before, after }] of circuits) {
      this.claimer.setCircuit(installationId, after);
      if (before.state !== after.state)
        log.warn(
          { installation_id: installationId, channel: this.channel.name, from: before.state, to: after.state },
          'endpoint circuit changed',
        );
    }
    for (const { attempt, leaseHeld } of attempts) {
      const { deliveryId, installationId, dueAt } = attempt;
      const held = this.unrecorded.get(deliveryId);
      if (held !== undefined) this.inFlight.ended(held);
      this.unrecorded.delete(deliveryId);
      // From `dueAt` on, this delivery can be claimed again or, if it is finished, the next one with the same
      // ordering key.
      this.claimer.expect(installationId, dueAt.getTime());
      if (!leaseHeld)
        log.warn({ delivery_id: deliveryId, attempt: attempt.attempt }, 'delivery attempt ended after its lease');
    }
    if (attempts.length > 0) this.claimLoop.notify();
  }
}

function backoffMs(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
}

/** What an outcome shows about the speed of the endpoint: every response of a working endpoint counts. */
function resultOf(outcome: AttemptOutcome): AttemptEnd['result'] {
  switch (outcome.kind) {
    case 'success':
      return 'success';
    case 'event_failure':
    case 'gone':
      return 'answer';
    case 'endpoint_failure':
      return 'failure';
    default:
      return unreachable(outcome);
  }
}

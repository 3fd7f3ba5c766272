/** Metrics of every process. Names follow the Prometheus conventions: base units, and `_total` for counters. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { SOFTWARE_VERSION } from './software-version.js';

/** The metrics registry of this process. Libraries and services register their own metrics in it. */
export const metrics = new Registry();

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const ready = new Gauge({
  name: 'kushk_ready',
  help: '1 for each check of /health/ready that passes, 0 for one that fails. A shared part that fails makes the process degraded, a part of its own not ready',
  labelNames: ['check', 'part'],
  registers: [metrics],
});
const buildInfo = new Gauge({
  name: 'kushk_build_info',
  help: '1; the version of the software that runs',
  labelNames: ['version'],
  registers: [metrics],
});
const requestsHandled = new Histogram({
  name: 'kushk_requests_handled_seconds',
  help: 'Commands and queries handled by this process',
  labelNames: ['name', 'outcome'],
  buckets: seconds,
  registers: [metrics],
});
const requestsSent = new Histogram({
  name: 'kushk_requests_sent_seconds',
  help: 'Commands and queries that this process has sent to services',
  labelNames: ['name', 'outcome'],
  buckets: seconds,
  registers: [metrics],
});
const commandsDecided = new Counter({
  name: 'kushk_commands_decided_total',
  help: 'Commands decided by the command loop',
  labelNames: ['name', 'outcome'],
  registers: [metrics],
});
const factsProcessed = new Histogram({
  name: 'kushk_facts_processed_seconds',
  help: 'Attempts of reactions to process a fact',
  labelNames: ['reaction', 'outcome'],
  buckets: seconds,
  registers: [metrics],
});
const factsParked = new Counter({
  name: 'kushk_facts_parked_total',
  help: 'Facts parked because their reaction failed in every attempt',
  labelNames: ['reaction'],
  registers: [metrics],
});
const factWaiting = new Gauge({
  name: 'kushk_fact_waiting_seconds',
  help: 'How long the oldest fact waits for a fact that it depends on; 0 when none waits',
  labelNames: ['reaction'],
  registers: [metrics],
});
const factsRemoved = new Counter({
  name: 'kushk_facts_removed_unread_total',
  help: 'Messages that retention removed before the consumer had passed them',
  labelNames: ['consumer'],
  registers: [metrics],
});
const relayLag = new Gauge({
  name: 'kushk_relay_lag_seconds',
  help: 'Age of the oldest fact that is committed and not yet in JetStream',
  registers: [metrics],
});
const clockOffset = new Gauge({
  name: 'kushk_clock_offset_seconds',
  help: "How far the clock of this process is ahead of PostgreSQL's; negative when it is behind",
  registers: [metrics],
});
const streamReplicas = new Gauge({
  name: 'kushk_stream_replicas',
  help: 'Replicas of a JetStream stream: those that it is configured to have, and those that are up to date, the leader included; no up-to-date ones while it does not answer',
  labelNames: ['stream', 'state'],
  registers: [metrics],
});
const factsRelayed = new Counter({
  name: 'kushk_facts_relayed_total',
  help: 'Facts acknowledged by JetStream',
  registers: [metrics],
});
const logBehindStream = new Gauge({
  name: 'kushk_log_behind_stream',
  help: '1 while JetStream has facts that the log lost: nothing is published until the stream is reset',
  registers: [metrics],
});
const factsUnpublished = new Gauge({
  name: 'kushk_relay_parked_facts',
  help: 'Facts of the log that the relay could not publish and has parked',
  registers: [metrics],
});
const maintained = new Counter({
  name: 'kushk_maintenance_rows_total',
  help: 'Rows that background work has processed: folded facts, deleted rows',
  labelNames: ['work'],
  registers: [metrics],
});
const storedBytes = new Gauge({
  name: 'kushk_stored_bytes',
  help: 'What tables and indexes take up: those of the whole database, and those of this service',
  labelNames: ['of'],
  registers: [metrics],
});
const replicationLag = new Gauge({
  name: 'kushk_replication_lag_facts',
  help: "Facts of the hub's stream that are known and not yet processed",
  labelNames: ['consumer'],
  registers: [metrics],
});
const replicationSilence = new Gauge({
  name: 'kushk_replication_silence_seconds',
  help: "Time since the last response of the hub's stream, which is read every second",
  labelNames: ['consumer'],
  registers: [metrics],
});
const replicationStalled = new Gauge({
  name: 'kushk_replication_stalled',
  help: "1 when the hub's stream responds and no fact of it was processed for a minute",
  labelNames: ['consumer'],
  registers: [metrics],
});
const releasesStreamLag = new Gauge({
  name: 'kushk_releases_stream_lag_seconds',
  help: "Time without progress of the hub's stream for the fleet while it misses facts; 0 when it is up to date",
  registers: [metrics],
});
const releasesStreamStalled = new Gauge({
  name: 'kushk_releases_stream_stalled',
  help: '1 when that lasts a minute: instances do not receive releases',
  registers: [metrics],
});
const accountsMissing = new Gauge({
  name: 'kushk_nats_accounts_missing',
  help: "Accounts of instances that are missing or outdated on the hub's NATS",
  registers: [metrics],
});
const accountChanges = new Counter({
  name: 'kushk_nats_account_changes_total',
  help: "Accounts created, changed or deleted on the hub's NATS",
  labelNames: ['outcome'],
  registers: [metrics],
});

export type RequestOutcome = 'accepted' | 'refused' | 'busy' | 'unavailable' | 'failed';
type ProcessingOutcome = 'done' | 'retried' | 'parked';

/** The connections of a process's pool to PostgreSQL, and the queries that wait for one. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly pending: number;
  readonly max: number;
}

let poolUse: () => PoolUse | null = () => null;
new Gauge({
  name: 'kushk_db_connections',
  help: 'Connections of the pool for reads: used and idle ones, and the most that it opens',
  labelNames: ['state'],
  registers: [metrics],
  collect() {
    const use = poolUse();
    if (use !== null) for (const state of ['used', 'idle', 'max'] as const) this.labels(state).set(use[state]);
  },
});
new Gauge({
  name: 'kushk_db_reads_pending',
  help: 'Reads that wait for a connection of the pool',
  registers: [metrics],
  collect() {
    this.set(poolUse()?.pending ?? 0);
  },
});

/**
 * Records measurements; never throws. Durations are in milliseconds. Names of subjects contain no scope.
 */
export const measure = {
  /** Replaces the results of all checks, by name. */
  ready: (results: Iterable<{ readonly check: string; readonly part: 'own' | 'shared'; readonly isOk: boolean }>) => {
    ready.reset();
    for (const { check, part, isOk } of results) ready.labels(check, part).set(isOk ? 1 : 0);
  },
  requestHandled: (name: string, outcome: RequestOutcome, durationMs: number) =>
    requestsHandled.labels(name, outcome).observe(durationMs / 1000),
  requestSent: (name: string, outcome: RequestOutcome, durationMs: number) =>
    requestsSent.labels(name, outcome).observe(durationMs / 1000),
  commandDecided: (name: string, outcome: 'accepted' | 'refused' | 'replayed' | 'failed') =>
    commandsDecided.labels(name, outcome).inc(),
  factProcessed: (reaction: string, outcome: ProcessingOutcome, durationMs: number) =>
    factsProcessed.labels(reaction, outcome).observe(durationMs / 1000),
  factParked: (reaction: string) => factsParked.labels(reaction).inc(),
  factWaiting: (reaction: string, waitedMs: number) => factWaiting.labels(reaction).set(waitedMs / 1000),
  factsRemoved: (consumer: string, count: number) => factsRemoved.labels(consumer).inc(count),
  relayLagMs: (lagMs: number) => relayLag.set(lagMs / 1000),
  clockOffsetMs: (offsetMs: number) => clockOffset.set(offsetMs / 1000),
  streamReplicas: (stream: string, counts: { readonly configured?: number; readonly current: number }) => {
    for (const [state, count] of Object.entries(counts)) streamReplicas.labels(stream, state).set(count);
  },
  /** Called at each scrape. */
  pool: (use: () => PoolUse) => (poolUse = use),
  factsRelayed: (count: number) => factsRelayed.inc(count),
  logBehindStream: (isBehind: boolean) => logBehindStream.set(isBehind ? 1 : 0),
  factsUnpublished: (count: number) => factsUnpublished.set(count),
  maintained: (work: string, count: number) => maintained.labels(work).inc(count),
  storedBytes: ({ database, service }: { readonly database: number; readonly service: number }) => {
    storedBytes.labels('database').set(database);
    storedBytes.labels('service').set(service);
  },
  replication: (
    consumer: string,
    { lag, silentMs, isStalled }: { readonly lag: number; readonly silentMs: number; readonly isStalled: boolean },
  ) => {
    replicationLag.labels(consumer).set(lag);
    replicationSilence.labels(consumer).set(silentMs / 1000);
    replicationStalled.labels(consumer).set(isStalled ? 1 : 0);
  },
  releasesStream: ({ lagMs, isStalled }: { readonly lagMs: number; readonly isStalled: boolean }) => {
    releasesStreamLag.set(lagMs / 1000);
    releasesStreamStalled.set(isStalled ? 1 : 0);
  },
  accountsMissing: (count: number) => accountsMissing.set(count),
  accountChanged: (outcome: 'done' | 'refused') => accountChanges.labels(outcome).inc(),
};

/**
 * How often the delay of the event loop is sampled, in milliseconds. The default of 10 ms wakes every process up 100
 * times a second, which was a seventh of the processor time of an idle system.
 */
const eventLoopMonitoringPrecision = 100;

let isCollecting = false;

/** Adds metrics of the process: version, memory, event loop, garbage collection. Only the first call has an effect. */
export function measureProcess(): void {
  if (isCollecting) return;
  isCollecting = true;
  buildInfo.labels(SOFTWARE_VERSION).set(1);
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision });
}

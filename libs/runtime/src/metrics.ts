/** What every process measures. Names follow Prometheus: base units, `_total` for what only grows. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The registry of this process; libs and services add their own metrics to it. */
export const metrics = new Registry();

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const requestsHandled = new Histogram({
  name: 'kushk_requests_handled_seconds',
  help: 'Commands and queries answered by this process',
  labelNames: ['name', 'outcome'],
  buckets: seconds,
  registers: [metrics],
});
const requestsAsked = new Histogram({
  name: 'kushk_requests_asked_seconds',
  help: 'Commands and queries that this process has asked of others',
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
const factsReacted = new Histogram({
  name: 'kushk_facts_reacted_seconds',
  help: 'Facts that a reaction has finished with',
  labelNames: ['reaction', 'outcome'],
  buckets: seconds,
  registers: [metrics],
});
const factsParked = new Counter({
  name: 'kushk_facts_parked_total',
  help: 'Facts set aside because their reaction failed too often',
  labelNames: ['reaction'],
  registers: [metrics],
});
const relayLag = new Gauge({
  name: 'kushk_relay_lag_seconds',
  help: 'Age of the oldest fact that is committed and not yet in JetStream',
  registers: [metrics],
});
const factsRelayed = new Counter({
  name: 'kushk_facts_relayed_total',
  help: 'Facts acknowledged by JetStream',
  registers: [metrics],
});
const feedBehind = new Gauge({
  name: 'kushk_feed_behind',
  help: "Facts of the hub's feed that are known to be there and are not taken in",
  labelNames: ['feed'],
  registers: [metrics],
});
const feedSilence = new Gauge({
  name: 'kushk_feed_silence_seconds',
  help: "Since when the hub's feed has not answered; 0 while it does",
  labelNames: ['feed'],
  registers: [metrics],
});
const feedWedged = new Gauge({
  name: 'kushk_feed_wedged',
  help: '1 when the feed answers and what it holds has not been taken in for a minute',
  labelNames: ['feed'],
  registers: [metrics],
});
const copyStill = new Gauge({
  name: 'kushk_releases_copy_still_seconds',
  help: "Since when the hub's copy of releases for the fleet has not moved although there is more; 0 while it is level",
  registers: [metrics],
});
const copyStalled = new Gauge({
  name: 'kushk_releases_copy_stalled',
  help: '1 when that has lasted a minute: the fleet does not hear of releases',
  registers: [metrics],
});
const accountsMissing = new Gauge({
  name: 'kushk_nats_accounts_missing',
  help: "Accounts of instances that are not yet on the hub's NATS as they should be",
  registers: [metrics],
});
const accountsBrought = new Counter({
  name: 'kushk_nats_accounts_brought_total',
  help: "Accounts made, changed or ended on the hub's NATS",
  labelNames: ['outcome'],
  registers: [metrics],
});

export type RequestOutcome = 'accepted' | 'refused' | 'busy' | 'unavailable' | 'failed' | 'expired';
export type ReactionOutcome = 'done' | 'retried' | 'parked';

/** Hooks by which libs report; none of them throws. Durations in milliseconds, names without scope. */
export const measure = {
  requestHandled: (name: string, outcome: RequestOutcome, tookMs: number) =>
    requestsHandled.labels(name, outcome).observe(tookMs / 1000),
  requestAsked: (name: string, outcome: RequestOutcome, tookMs: number) =>
    requestsAsked.labels(name, outcome).observe(tookMs / 1000),
  commandDecided: (name: string, outcome: 'accepted' | 'refused' | 'replayed' | 'failed') =>
    commandsDecided.labels(name, outcome).inc(),
  factReacted: (reaction: string, outcome: ReactionOutcome, tookMs: number) =>
    factsReacted.labels(reaction, outcome).observe(tookMs / 1000),
  factParked: (reaction: string) => factsParked.labels(reaction).inc(),
  relayLagMs: (lagMs: number) => relayLag.set(lagMs / 1000),
  feedStands: (feed: string, behind: number, silentMs: number, wedged: boolean) => {
    feedBehind.labels(feed).set(behind);
    feedSilence.labels(feed).set(silentMs / 1000);
    feedWedged.labels(feed).set(wedged ? 1 : 0);
  },
  copyStands: (stillMs: number, stalled: boolean) => {
    copyStill.set(stillMs / 1000);
    copyStalled.set(stalled ? 1 : 0);
  },
  accountsMissing: (count: number) => accountsMissing.set(count),
  accountBrought: (outcome: 'done' | 'refused') => accountsBrought.labels(outcome).inc(),
  factsRelayed: (count: number) => factsRelayed.inc(count),
};

let collecting = false;

/** Also measures the process itself: memory, event loop, garbage collection. Once is enough. */
export function measureProcess(): void {
  if (collecting) return;
  collecting = true;
  collectDefaultMetrics({ register: metrics });
}

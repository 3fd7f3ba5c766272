/** The way of the facts: from the logs to JetStream, through the reactions, and between a hub and its instances. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  inspectFacts,
  inspectReleases,
  inspectReplica,
  type FactsReport,
  type ReactionReport,
  type ServiceLogin,
} from '@kushk/broker';
import { inspectLog, type LogPosition, type LogReport } from '@kushk/event-store';
import type { Config } from '@kushk/runtime';
import type { Service } from '../built-service.js';
import { ok, wrong, type Finding } from '../check/finding.js';
import { natsLogin, type StoredDeployment } from '../folder/stored-deployment.js';

/** How long the facts that were there at the beginning may take. */
const processedWithinMs = 60_000;
const pollMs = 500;
/** The checkpoint of the epoch in which an instance has forwarded its facts. */
const epochOfHub = 'epoch of the hub';

interface Facts {
  readonly facts: FactsReport;
  readonly log: LogReport;
}

/** Compares a service's log with its stream, and waits until what is there now is published and processed. */
export async function findFacts(
  deployment: StoredDeployment,
  service: Service,
  { databaseUrl }: Config,
): Promise<readonly Finding[]> {
  const login = loginOf(deployment, service);
  const look = async (): Promise<Facts> => {
    const facts = await inspectFacts(login);
    return { facts, log: await inspectLog(databaseUrl, facts.last) };
  };
  const first = await look();
  const now = await lastOf(
    look,
    ({ log, facts }) =>
      !first.log.hasMessage ||
      (isPublished(first.log, log) && facts.reactions.every((one, n) => isProcessed(first.facts.reactions[n], one))),
  );
  return [logFinding(service, first, now), ...reactionFindings(service, first, now), parkedFinding(service, now)];
}

/** Looks again until everything has arrived, at most a minute. */
async function lastOf<Seen>(look: () => Promise<Seen>, hasArrived: (seen: Seen) => boolean): Promise<Seen> {
  const giveUpAt = performance.now() + processedWithinMs;
  for (;;) {
    const seen = await look();
    if (hasArrived(seen) || performance.now() > giveUpAt) return seen;
    await sleep(pollMs);
  }
}

function logFinding(service: Service, first: Facts, now: Facts): Finding {
  const about = `log ${service}`;
  if (!first.log.hasMessage)
    return wrong(about, 'JetStream has facts that the log does not have: run kushk-deploy streams reset');
  if (!isPublished(first.log, now.log)) return wrong(about, 'its last facts are not published: does the service run?');
  return ok(about, now.log.newest === null ? 'empty' : 'all public facts are published');
}

function reactionFindings(service: Service, first: Facts, now: Facts): readonly Finding[] {
  return now.facts.reactions.map((reaction, n) => {
    const about = `reaction ${service} ${reaction.reaction}`;
    if (reaction.waiting === null) return wrong(about, 'it has never run: does the service run?');
    return isProcessed(first.facts.reactions[n], reaction)
      ? ok(about, 'up to date')
      : wrong(about, `${reaction.waiting} facts wait: does the service run, and what does its log say?`);
  });
}

function parkedFinding(service: Service, { facts, log }: Facts): Finding {
  const parked = facts.parked + log.parked;
  return parked === 0
    ? ok(`parked ${service}`, 'none')
    : wrong(`parked ${service}`, `${parked} facts: run kushk-deploy parked ${service} in its environment`);
}

function isPublished({ newest }: LogReport, { published }: LogReport): boolean {
  return newest === null || (published !== null && !isBefore(published, newest));
}

function isBefore(one: LogPosition, other: LogPosition): boolean {
  const [xid, otherXid] = [BigInt(one.xid), BigInt(other.xid)];
  return xid === otherXid ? BigInt(one.position) < BigInt(other.position) : xid < otherXid;
}

function isProcessed(first: ReactionReport | undefined, now: ReactionReport): boolean {
  return now.waiting === 0 || (now.waiting !== null && now.processed >= (first?.end ?? 0));
}

function loginOf(deployment: StoredDeployment, service: Service): ServiceLogin {
  const login = natsLogin(deployment, service);
  if (login === null) throw new Error('KUSHK_NATS_URL is missing');
  return { ...login, scope: deployment.answers.scope, role: service };
}

/** Whether the hub's facts for instances have reached the stream that instances read. */
export async function findReplica(deployment: StoredDeployment): Promise<Finding> {
  const login = loginOf(deployment, 'catalogue');
  const missing = await lastOf(
    () => inspectReplica(login),
    ({ length }) => length === 0,
  );
  return missing.length === 0
    ? ok('releases stream', 'has the newest facts for instances')
    : wrong('releases stream', `lacks the newest ${missing.join(', ')}: run kushk-deploy streams create`);
}

/** Whether an instance has processed what the hub has, in the hub's present epoch. */
export async function findHub(deployment: StoredDeployment, config: Config): Promise<readonly Finding[]> {
  return await lastOf(
    () => compareWithHub(deployment, config),
    (findings) => findings.every(({ problem }) => problem === null),
  );
}

async function compareWithHub(
  deployment: StoredDeployment,
  { databaseUrl, hubJetStream }: Config,
): Promise<readonly Finding[]> {
  const { checkpoints } = await inspectLog(databaseUrl);
  const { [epochOfHub]: epoch, ...consumers } = checkpoints;
  const newest = newestOf(consumers);
  const sequences = newest.map(({ sequence }) => sequence);
  const hub = await inspectReleases(loginOf(deployment, 'installation'), { hubJetStream, sequences });
  const findings = newest.map(({ consumer, sequence, eventId }, n) => {
    const about = `hub ${consumer}`;
    if (sequence > hub.sequence)
      return wrong(about, `processed ${sequence}, but the hub has ${hub.sequence}: run streams reset on the hub`);
    if (sequence > 0 && hub.eventIds[n] !== eventId)
      return wrong(about, `the hub has another fact at ${sequence}: does the service installation run?`);
    return sequence === hub.sequence
      ? ok(about, `all ${sequence} processed`)
      : wrong(about, `${sequence} of ${hub.sequence} processed: does the service installation run?`);
  });
  if (newest.length === 0 && hub.sequence > 0) findings.push(wrong('hub', 'the instance has processed nothing of it'));
  const isForwarded = hub.epoch <= (epoch?.sequence ?? 0);
  return [
    ...findings,
    isForwarded
      ? ok('hub epoch', 'everything is forwarded in it')
      : wrong('hub epoch', 'the hub went back in time, and this instance has not forwarded its facts again yet'),
  ];
}

/** The last checkpoint of each reaction: versions with other types of facts have their own, named by a hash. */
function newestOf(checkpoints: LogReport['checkpoints']): readonly {
  readonly consumer: string;
  readonly sequence: number;
  readonly eventId: string;
}[] {
  const byReaction = new Map<string, LogReport['checkpoints'][string]>();
  // In the order in which they were saved.
  for (const [name, checkpoint] of Object.entries(checkpoints))
    byReaction.set(name.slice(0, name.lastIndexOf(' ')), checkpoint);
  return [...byReaction].map(([consumer, checkpoint]) => ({ consumer, ...checkpoint }));
}

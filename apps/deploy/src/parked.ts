/**
 * `kushk-deploy parked`: lists and replays the parked facts of a service. A fact is parked by a reaction that cannot
 * process it, or by the relay of the service's own log that cannot publish it (reaction `relay`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { KushkTransport } from '@kushk/broker';
import { ParkedOutbox } from '@kushk/event-store';
import { createService, readConfig } from '@kushk/runtime';
import type { INestMicroservice } from '@nestjs/common';
import { moduleOf, type Service } from './built-service.js';
import { EXIT, type ExitCode } from './exit-codes.js';

export interface ParkedCommandOptions {
  readonly replay?: true;
  readonly reaction?: string;
  readonly event?: string;
  readonly json?: true;
}

/** A parked fact, as `--json` shows it. */
interface ParkedLine {
  readonly parked_at: string;
  readonly reaction: string;
  readonly event_id: string;
  readonly subject: string;
  readonly attempts: number;
  readonly reason: string;
}

/** What a replay has done, of the parts that it was for. */
interface Replayed {
  readonly replayed?: number;
  readonly requested_of_relay?: number;
}

/** How long this command waits until the relay has tried what it was asked to publish again. */
const replayTimeoutMs = 30_000;
const pollMs = 200;

/** Runs the service in this process, because only its own reactions can process a parked fact. */
export async function runParked(service: Service, options: ParkedCommandOptions): Promise<ExitCode> {
  const config = readConfig({ KUSHK_SERVICE: service, ...process.env }, 'ignored');
  const app = await createService(await moduleOf(service), config);
  await app.listen();
  try {
    const replayed = options.replay ? await replay(app, options) : {};
    const parked = await list(app, options);
    process.stdout.write(options.json ? `${JSON.stringify({ ...replayed, parked })}\n` : textOf(replayed, parked));
    return parked.length > 0 ? EXIT.found : EXIT.ok;
  } finally {
    await app.close();
  }
}

async function replay(app: INestMicroservice, { reaction, event }: ParkedCommandOptions): Promise<Replayed> {
  const ofEvent = event === undefined ? {} : { eventId: event };
  const done: { -readonly [Field in keyof Replayed]: Replayed[Field] } = {};
  if (reaction !== 'relay') {
    const parkedFacts = await app.get(KushkTransport, { strict: false }).parkedFacts();
    const report = await parkedFacts.replay({ ...(reaction !== undefined && { reaction }), ...ofEvent });
    done.replayed = report.replayed;
  }
  if (includesRelay(reaction)) {
    // The relay of the service may be another process, so a replay is a request to it.
    const outbox = app.get(ParkedOutbox, { strict: false });
    const requested = await outbox.requestReplay(ofEvent);
    const giveUpAt = performance.now() + replayTimeoutMs;
    while (requested > 0 && (await outbox.pendingReplays()) > 0 && performance.now() < giveUpAt) await sleep(pollMs);
    done.requested_of_relay = requested;
  }
  return done;
}

async function list(app: INestMicroservice, { reaction, event }: ParkedCommandOptions): Promise<ParkedLine[]> {
  const parkedFacts = await app.get(KushkTransport, { strict: false }).parkedFacts();
  const ofReactions = (await parkedFacts.list())
    .filter((fact) => (reaction === undefined || fact.reaction === reaction) && (!event || fact.eventId === event))
    .map(({ parkedAt, reaction, eventId, subject, attempts, reason }) => ({
      parked_at: parkedAt,
      reaction,
      event_id: eventId,
      subject,
      attempts,
      reason,
    }));
  if (!includesRelay(reaction)) return ofReactions;
  const outbox = app.get(ParkedOutbox, { strict: false });
  const ofRelay = (await outbox.list(event === undefined ? {} : { eventId: event })).map((fact) => ({
    parked_at: fact.parkedAt.toISOString(),
    reaction: 'relay',
    event_id: fact.eventId,
    subject: `${fact.streamId}@${fact.version} ${fact.type}`,
    attempts: fact.attempts,
    reason: fact.reason,
  }));
  return [...ofReactions, ...ofRelay];
}

const includesRelay = (reaction: string | undefined): boolean => reaction === undefined || reaction === 'relay';

function textOf({ replayed, requested_of_relay }: Replayed, parked: readonly ParkedLine[]): string {
  const lines: string[] = [];
  if (replayed !== undefined) lines.push(`${replayed} replayed`);
  if (requested_of_relay !== undefined) lines.push(`${requested_of_relay} replays requested of the relay`);
  for (const { parked_at, reaction, event_id, subject, attempts, reason } of parked)
    lines.push(`${parked_at}  ${reaction}  ${event_id}  ${subject}  after ${attempts} attempts: ${reason}`);
  lines.push(`${parked.length} parked`);
  return `${lines.join('\n')}\n`;
}

/**
 * The relay: facts per second from the log to JetStream's acknowledgement with a backlog, and how long after its
 * commit a fact is acknowledged at 1,000 facts per second. The rival is the goal itself: 30,000 per second.
 */
import { JetStreamFactStream, Link } from '@kushk/broker';
import { publicFact } from '@kushk/contracts';
import { accept, streamRef, type Fact, type StreamType } from '@kushk/decider';
import { openEventStore, publishes, say, type FactStream, type OpenStore } from '@kushk/event-store';
import { jetstreamManager } from '@nats-io/jetstream';
import { quantile } from './callers.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';

const backlog = 150_000;
const factsPerCommand = 25;
const goalPerSecond = 30_000;
const goalLagMs = 50;
const lagRatePerSecond = 1_000;
const lagForMs = 4_000;

type Noted = Fact<'Noted', { readonly number: number; readonly text: string }>;
const note: StreamType<{ readonly notes: number }, Noted> = { category: 'note', stateVersion: 1, initial: { notes: 0 }, evolve: ({ notes }) => ({ notes: notes + 1 }) };
const noted = publicFact<{ readonly note_id: string; readonly number: number; readonly text: string }>('wallet', 'note.noted');
const publication = publishes(note, ({ id, data }) => say(noted, { note_id: id, number: data.number, text: data.text }));
/** A body of about 260 bytes, as facts have it. */
const text = 'گزارش '.repeat(20);

export function run(): Promise<Row> {
  return withServers(async ({ database, natsUrl }) => {
    const databaseUrl = await database('relay');
    const options = { service: 'wallet', streams: [note], publications: [publication], databaseUrl };
    const link = await Link.to(natsUrl, 'bench');
    const stream = new JetStreamFactStream(link, await jetstreamManager(link.connection), { scope: 'b1', service: 'wallet', replicas: 1 });
    const quiet = await openEventStore(options);
    await fill(quiet);
    await quiet.close();
    const startedAt = performance.now();
    const watched = watch(stream, backlog);
    const open = await openEventStore({ ...options, facts: { stream: watched.stream, scope: 'b1' } });
    await watched.done;
    const perSecond = backlog / ((performance.now() - startedAt) / 1_000);
    const lagsMs = await lags(open, watched);
    await open.close();
    await link.close();
    const p99Ms = quantile(lagsMs, 0.99);
    const ratio = perSecond / goalPerSecond;
    return {
      name: 'relay', measured: Math.round(perSecond), rival: goalPerSecond, ratio, goal: 1, unit: 'facts/s', ok: ratio >= 1 && p99Ms < goalLagMs,
      note: `lag at ${lagRatePerSecond}/s: p50 ${quantile(lagsMs, 0.5).toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (limit ${goalLagMs})`,
    };
  });
}

async function fill({ store }: OpenStore): Promise<void> {
  const commands = backlog / factsPerCommand;
  for (let from = 0; from < commands; from += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, index) => store.run({
      name: 'Note', streams: { note: streamRef(note, `n${(from + index) % 1_000}`) },
      decide: () => accept({ note: Array.from({ length: factsPerCommand }, (__, number) => ({ type: 'Noted' as const, data: { number, text } })) }, null),
    })));
  }
}

interface Watched {
  readonly stream: FactStream;
  readonly done: Promise<void>;
  /** Called with the body of each fact that JetStream has acknowledged. */
  onAcknowledged: (body: string) => void;
}

/** The same stream, with a look at what it has acknowledged. */
function watch(stream: FactStream, count: number): Watched {
  let acknowledged = 0;
  let finish: () => void = () => undefined;
  const watched: Watched = {
    done: new Promise((resolve) => (finish = resolve)),
    onAcknowledged: () => undefined,
    stream: {
      prepare: () => stream.prepare(),
      end: () => stream.end(),
      publish: async (batch, after) => {
        const sequence = await stream.publish(batch, after);
        acknowledged += batch.length;
        for (const { body } of batch) watched.onAcknowledged(body);
        if (acknowledged >= count) finish();
        return sequence;
      },
    },
  };
  return watched;
}

/** Appends at a steady rate; the lag of a fact runs from the answer to its caller to JetStream's acknowledgement. */
async function lags({ store }: OpenStore, watched: Watched): Promise<number[]> {
  const committedAt = new Map<number, number>();
  const acknowledgedAt = new Map<number, number>();
  watched.onAcknowledged = (body) => acknowledgedAt.set((JSON.parse(body) as { number: number }).number, performance.now());
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let number = 1_000_000; ; ) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > lagForMs) break;
    for (const due = 1_000_000 + (elapsedMs / 1_000) * lagRatePerSecond; number < due; number += 1) {
      const mine = number;
      running.push(store.run({ name: 'Note', streams: { note: streamRef(note, `n${mine % 1_000}`) }, decide: () => accept({ note: [{ type: 'Noted' as const, data: { number: mine, text } }] }, null) })
        .then(() => void committedAt.set(mine, performance.now())));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(running);
  while (acknowledgedAt.size < committedAt.size) await new Promise((resolve) => setTimeout(resolve, 10));
  return [...committedAt].map(([number, at]) => Math.max(0, (acknowledgedAt.get(number) as number) - at)).sort((a, b) => a - b);
}

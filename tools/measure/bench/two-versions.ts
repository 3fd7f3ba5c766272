/**
 * Runs two versions of a service side by side under load, as in a rolling upgrade, a rollback and a second upgrade: the
 * newer version handles one more type of facts in the same reaction. Counts the facts that no version processed, and
 * those that were parked. Both must be 0.
 */
import {
  createStreams,
  BrokerConnection,
  defaultLimits,
  JetStreamFactStream,
  KushkTransport,
  type FactContext,
} from '@kushk/broker';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { sizeOf } from './sizes.js';

const scope = 'i1';
const known = 'evt.workspace.proposal.submitted.v1';
const added = 'evt.workspace.proposal.settled.v1';
const streams = 100;
const factsPerSecond = 2_000;
const stepMs = sizeOf({ normal: 2_500, full: 60_000 });
const drainedWithinMs = 15_000;

interface Version {
  stop(): Promise<void>;
}
interface Counts {
  readonly processed: Map<string, number>;
  parked: number;
  outOfOrder: number;
}

export function run(): Promise<Row> {
  return withServers(async ({ natsUrl }) => {
    const connection = await BrokerConnection.connect(natsUrl, 'bench');
    const stream = await JetStreamFactStream.create(connection, { scope, service: 'workspace' });
    await createStreams({ url: natsUrl, scope, services: ['workspace', 'delivery'] });
    const counts: Counts = { processed: new Map(), parked: 0, outOfOrder: 0 };
    const load = publishUntilStopped(stream);
    const start = (...types: readonly string[]): Promise<Version> => startVersion(natsUrl, types, counts);
    const step = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, stepMs));
    const one = await start(known);
    await step();
    const two = await start(known, added);
    await step();
    await one.stop();
    const again = await start(known);
    await step();
    await two.stop();
    await step();
    const last = await start(known, added);
    await step();
    const published = await load.stop();
    const until = performance.now() + drainedWithinMs;
    while (counts.processed.size < published && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const duplicates = [...counts.processed.values()].reduce((sum, times) => sum + times - 1, 0);
    await Promise.all([again.stop(), last.stop()]);
    await connection.close();
    const lost = published - counts.processed.size + counts.parked + counts.outOfOrder;
    return {
      name: 'two-versions',
      measured: lost,
      rival: 0,
      ratio: lost === 0 ? 1 : 0,
      goal: 1,
      unit: 'facts lost, parked or out of order',
      ok: lost === 0,
      note: `of ${published} at ${factsPerSecond}/s; ${duplicates} delivered to both versions`,
    };
  });
}

/** Publishes facts of both types of every stream in turn. `stop` returns the number of published facts. */
function publishUntilStopped(stream: JetStreamFactStream): { stop(): Promise<number> } {
  let isStopped = false;
  let number = 0;
  const running = (async () => {
    let sequence = 0;
    const startedAt = performance.now();
    while (!isStopped) {
      const due = ((performance.now() - startedAt) / 1_000) * factsPerSecond;
      const facts: OutgoingFact[] = [];
      for (; number < due; number++) facts.push(factOf(number));
      if (facts.length > 0) sequence = await stream.publish(facts, sequence);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return number;
    },
  };
}

function factOf(number: number): OutgoingFact {
  const id = `p${number % streams}`;
  const type = Math.floor(number / streams) % 2 === 0 ? known : added;
  return {
    subject: `${scope}.${type}.${id}`,
    eventId: `evt_${number}`,
    body: JSON.stringify({ number }),
    headers: { [factHeaders.stream]: `proposal-${id}` },
  };
}

/** Starts a process of a version that handles these types. */
async function startVersion(natsUrl: string, types: readonly string[], counts: Counts): Promise<Version> {
  const connection = await BrokerConnection.connect(natsUrl, 'bench');
  const config = { scope, service: 'delivery' } as const;
  const transport = new KushkTransport(connection, config, { limits: defaultLimits });
  const lastOf = new Map<string, number>();
  const seen = new Set<string>();
  const handler = async ({ number }: { number: number }, context: FactContext): Promise<void> => {
    const { eventId, streamId, type } = context;
    counts.processed.set(eventId, (counts.processed.get(eventId) ?? 0) + 1);
    if (seen.has(eventId)) return;
    seen.add(eventId);
    // Types are compared separately: a version that learns a type first reads what was published of it before.
    const key = `${type} ${streamId}`;
    if (number < (lastOf.get(key) ?? -1)) counts.outOfOrder++;
    lastOf.set(key, number);
  };
  for (const type of types) transport.addHandler(type, handler as never, true, { reaction: 'on-proposal-settled' });
  await new Promise<void>((resolve) => transport.listen(() => resolve()));
  return {
    stop: async () => {
      counts.parked = (await (await transport.parkedFacts()).list()).length;
      await transport.close();
      await connection.close();
    },
  };
}

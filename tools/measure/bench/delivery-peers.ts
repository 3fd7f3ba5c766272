/** Compares stored, ordered and signed deliveries with the job queues that people would use instead. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { peerRow, type Pair, type Side } from './peer-row.js';
import { cpuMs } from './processes.js';
import type { Row } from './row.js';
import { withServers, type BenchServers } from './servers.js';
import { startSink, type Sink } from './sink.js';

const warmUpEvents = 1_000;
const windowEvents = 2_000;
const pairs = 3;
const pollMs = 20;

const peers = {
  'pg-boss':
    'pg-boss: durable, order by key also while an event waits for its next attempt, retries; stores no response body, ' +
    'no circuit, no fair share for each endpoint, no check of the address, no feed',
  'graphile-worker':
    'graphile-worker: durable, one at a time by key, retries; after a failed attempt the next event of the key goes ' +
    'first, and what a crashed process had fetched waits four hours; stores no attempts, no circuit, no feed',
} as const;
type Peer = keyof typeof peers;

/** What all sides use. */
interface Shared {
  readonly servers: BenchServers;
  readonly sink: Sink;
}

export function deliveryPeers(): Promise<readonly Row[]> {
  return withServers(async (servers) => {
    const sink = await startSink();
    const start = async (name: string, module: string): Promise<Running> =>
      Running.start(fileURLToPath(new URL(module, import.meta.url)), await servers.database(name), { servers, sink });
    const ours = await start('ours', 'delivery-kushk.ts');
    const others: Record<Peer, Running> = {
      'pg-boss': await start('pg_boss', 'peers/pg-boss-deliveries.mjs'),
      'graphile-worker': await start('graphile_worker', 'peers/graphile-deliveries.mjs'),
    };
    try {
      for (const side of [ours, ...Object.values(others)]) await side.window(warmUpEvents);
      const measured: Record<Peer, Pair[]> = { 'pg-boss': [], 'graphile-worker': [] };
      for (let pair = 0; pair < pairs; pair += 1) {
        const own = await ours.window(windowEvents);
        for (const name of Object.keys(others) as Peer[])
          measured[name].push({ ours: own, peer: await others[name].window(windowEvents) });
      }
      return (Object.keys(others) as Peer[]).map((name) => peerRow(`delivery, ${name}`, measured[name], peers[name]));
    } finally {
      await Promise.all([ours, ...Object.values(others)].map((side) => side.stop()));
      await sink.stop();
    }
  });
}

/** One side in its own process, which has stopped working between its windows. */
class Running {
  private constructor(
    private readonly child: ChildProcess,
    private readonly shared: Shared,
  ) {}

  static async start(module: string, databaseUrl: string, shared: Shared): Promise<Running> {
    const program = fileURLToPath(new URL('delivery-side.ts', import.meta.url));
    const child = spawn(
      process.execPath,
      [...process.execArgv, program, module, databaseUrl, String(shared.sink.port)],
      {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, LOG_LEVEL: 'error' },
      },
    );
    const [reason] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
    if (reason !== 'ready') throw new Error(`${module} ended with code ${String(reason)}`);
    return new Running(child, shared);
  }

  /** Stores so many events and waits until all have been delivered. */
  async window(events: number): Promise<Side> {
    const pids = [this.child.pid ?? 0, ...this.shared.servers.pids];
    const delivered = (await this.shared.sink.requests()) + events;
    const [startedAt, before] = [performance.now(), cpuMs(pids)];
    this.child.send(events);
    while ((await this.shared.sink.requests()) < delivered) {
      if (this.child.exitCode !== null) throw new Error('a side of the comparison has ended');
      await new Promise((wake) => setTimeout(wake, pollMs));
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    return { perSecond: events / seconds, cpuUs: ((cpuMs(pids) - before) / events) * 1_000 };
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}

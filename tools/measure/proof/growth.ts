import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { quantile } from '../bench/callers.js';
import { residentMib } from '../bench/memory.js';
import { ownCpuMs, readProcessFile } from '../bench/processes.js';
import { startWholeSystem, type WholeSystem } from '../bench/whole-system.js';
import type { GrowthRequest } from './growth-requests.js';
import { connected, grow, prepareDemo, roles, send, sendUntilServed, type DemoSystem } from './growth-system.js';
import { growingStatements } from './growing-statements.js';
import { exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import { readPlans, recordPlans, sizeOfLog, stopRecordingPlans, type StatementReads } from './recorded-plans.js';

/** Of the full sizes (`growth-data.ts`), without and with `--full`. The proof compares this size with a tenth of it. */
const SCALE = { normal: 0.05, full: 1 };
const TENTH = 0.1;
const batches = 3;
const requestsPerBatch = 10;
const callers = 2;
/** What the processes do in this time without requests: the turns of all workers, the slowest once a minute. */
const idleMs = 65_000;
/** A cost may double. Below these differences it is a matter of the machine. */
const MAX_RATIO = 2;
const NOISE = { routeMs: 20, startMs: 3_000, mib: 40, idleCpuMs: 2_000 };

/** What is measured at one size. */
interface Measured {
  readonly startMs: number;
  readonly routes: ReadonlyMap<string, { readonly p95Ms: number; readonly bytes: number }>;
  readonly mib: ReadonlyMap<string, number>;
  readonly idleCpuMs: ReadonlyMap<string, number>;
  readonly statements: readonly StatementReads[];
}

export const proof: Proof = {
  title: 'Every route, worker, start and memory at ten times the size: all tables filled, 10⁷ facts with --full',
  plantedDefect: 'no-index',
  run: async (context: ProofContext) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kushk-growth-'));
    try {
      return await measureGrowth(dataDir, context);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function measureGrowth(dataDir: string, { isFull, patches, report }: ProofContext): Promise<readonly Claim[]> {
  const environment = { KUSHK_DATA_DIR: dataDir };
  let system = await startWholeSystem(environment);
  const measured: Measured[] = [];
  let demo: DemoSystem | undefined;
  const scale = isFull ? SCALE.full : SCALE.normal;
  try {
    let before = 0;
    for (const size of [scale * TENTH, scale]) {
      const client = await connected(system);
      demo ??= await prepareDemo(system, client);
      const [from, to] = [before, size];
      const startedAt = performance.now();
      const rows = await grow(client, demo.copies, {
        from: (full) => Math.round(full * from),
        to: (full) => Math.round(full * to),
      });
      report(`${rows.toLocaleString('en')} rows added in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
      if (patches.length > 0) await client.query('drop index if exists workspace.proposals_by_time');
      await client.end();
      await system.stop();
      system = await startWholeSystem(environment);
      measured.push(await measure(system, demo));
      before = size;
    }
  } finally {
    await system.stop();
  }
  return claimsOf(measured[0]!, measured[1]!, report);
}

async function measure(system: WholeSystem, demo: DemoSystem): Promise<Measured> {
  const client = await connected(system);
  const requests = await demo.requests(system);
  for (const request of requests) await send(request);
  const routes = await timed(requests);
  const mib = byProcess(system, residentMib);
  const cpuBefore = byProcess(system, ownCpuMs);
  await pause(idleMs);
  const idleCpuMs = new Map(
    [...byProcess(system, ownCpuMs)].map(([name, ms]) => [name, ms - (cpuBefore.get(name) ?? 0)]),
  );
  const statements = await recorded(system, client, async () => {
    for (const request of requests) await sendUntilServed(request);
    await pause(idleMs);
  });
  await client.end();
  return { startMs: system.readyAfterMs, routes, mib, idleCpuMs, statements };
}

/** The 95th percentile of each request: the median of the batches. */
async function timed(requests: readonly GrowthRequest[]): Promise<Measured['routes']> {
  const p95s = new Map<string, number[]>();
  const bytes = new Map<string, number>();
  for (let batch = 0; batch < batches; batch += 1) {
    const waiting = [...requests];
    const caller = async (): Promise<void> => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
        const times: number[] = [];
        for (let n = 0; n < requestsPerBatch; n += 1) {
          const response = await send(request);
          if (response.status !== 200) throw new Error(`${request.name} answered ${response.status}`);
          times.push(response.ms);
          bytes.set(request.name, response.bytes);
        }
        times.sort((a, b) => a - b);
        p95s.set(request.name, [...(p95s.get(request.name) ?? []), quantile(times, 0.95)]);
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  }
  const median = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return new Map([...p95s].map(([name, values]) => [name, { p95Ms: median(values), bytes: bytes.get(name) ?? 0 }]));
}

async function recorded(
  system: WholeSystem,
  client: pg.ClientBase,
  work: () => Promise<void>,
): Promise<readonly StatementReads[]> {
  const logFile = join(system.dataDir, 'logs', 'postgres.log');
  const from = sizeOfLog(logFile);
  await recordPlans(client, roles);
  await work();
  await stopRecordingPlans(client, roles);
  return readPlans(logFile, from);
}

/** A figure of each service and gateway, and of all processes of PostgreSQL together. */
function byProcess(system: WholeSystem, figure: (pid: number) => number): ReadonlyMap<string, number> {
  const figures = new Map<string, number>();
  for (const pid of system.pids()) {
    const service = /KUSHK_SERVICE=(\w+)/.exec(readProcessFile(pid, 'environ'))?.[1];
    const role = /KUSHK_ROLE=(\w+)/.exec(readProcessFile(pid, 'environ'))?.[1];
    const name = readProcessFile(pid, 'comm').startsWith('postgres') ? 'postgres' : service;
    if (name === undefined) continue;
    const key = role === undefined ? name : `${role} ${name}`;
    figures.set(key, (figures.get(key) ?? 0) + figure(pid));
  }
  return figures;
}

function claimsOf(tenth: Measured, full: Measured, report: (line: string) => void): readonly Claim[] {
  const exceeded = (
    name: string,
    [before, after]: readonly [number, number],
    { noise, allowed = MAX_RATIO }: { readonly noise: number; readonly allowed?: number },
  ): boolean => {
    const isOver = after > before * allowed && after - before > noise;
    report(
      `${isOver ? '✗' : ' '} ${name}: ${before.toFixed(1)} → ${after.toFixed(1)}, ${(after / before).toFixed(2)} ×`,
    );
    return isOver;
  };
  const slow = [...full.routes].filter(([name, { p95Ms, bytes }]) => {
    const before = tenth.routes.get(name);
    if (before === undefined) throw new Error(`${name} was not measured at a tenth`);
    // A longer response may take longer.
    const allowed = MAX_RATIO * Math.max(1, bytes / Math.max(1, before.bytes));
    return exceeded(`p95 of ${name}, ms`, [before.p95Ms, p95Ms], { noise: NOISE.routeMs, allowed });
  });
  const fat = [...full.mib].filter(
    ([name, mib]) =>
      name !== 'postgres' && exceeded(`memory of ${name}, MiB`, [tenth.mib.get(name) ?? 0, mib], { noise: NOISE.mib }),
  );
  const busy = [...full.idleCpuMs].filter(([name, ms]) =>
    exceeded(`processor time of ${name} without requests, ms`, [tenth.idleCpuMs.get(name) ?? 0, ms], {
      noise: NOISE.idleCpuMs,
    }),
  );
  const isStartSlow = exceeded('start, ms', [tenth.startMs, full.startMs], { noise: NOISE.startMs });
  const growing = growingStatements(tenth.statements, full.statements);
  for (const { service, text, rows, blocks, before } of growing)
    report(`✗ ${service}: ${before.rows} → ${rows} rows, ${before.blocks} → ${blocks} blocks: ${text.slice(0, 300)}`);
  const limit = { limit: 0, unit: 'of them' };
  return [
    exactly(`requests (of ${full.routes.size}) whose p95 more than doubles`, slow.length, limit),
    exactly('processes whose memory more than doubles', fat.length, limit),
    exactly('processes whose work without requests more than doubles', busy.length, limit),
    exactly('starts that take more than twice as long', Number(isStartSlow), limit),
    exactly(`statements (of ${full.statements.length}) that read more than twice as much`, growing.length, limit),
  ];
}

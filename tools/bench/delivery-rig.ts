/** Runs the measurement of delivery once for both of its rows: a database of its own, a sink process, the courier in a third. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withServers } from './servers.js';

export interface DeliveryFigures {
  readonly storedPerSecond: number;
  readonly barePerSecond: number;
  readonly dwellP50Ms: number;
  readonly dwellP99Ms: number;
}

const inDelivery = (path: string): string => fileURLToPath(new URL(`../../apps/delivery/${path}`, import.meta.url));
let figures: Promise<DeliveryFigures> | undefined;

/** Takes about fifteen seconds the first time, nothing after it. */
export function deliveryFigures(): Promise<DeliveryFigures> {
  figures ??= measure();
  return figures;
}

function measure(): Promise<DeliveryFigures> {
  return withServers(async ({ database }) => {
    const databaseUrl = await database('delivery');
    const sink = spawn(process.execPath, [inDelivery('test/sink.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const program = ['--import', inDelivery('test/from-source.mjs'), inDelivery('src/dispatch/throughput.rig.ts')];
      const measuring = spawn(process.execPath, [...program, databaseUrl, await firstLine(sink)], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LOG_LEVEL: 'error' } });
      return JSON.parse(await firstLine(measuring)) as DeliveryFigures;
    } finally {
      sink.stdin?.end();
      await once(sink, 'exit');
    }
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`a process of the bench ended with ${String(child.exitCode)} before it said anything`);
}

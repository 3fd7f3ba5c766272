/** Runs the measurement of delivery once for both of its rows: a database of its own, a sink process, the courier in a third. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Throughput } from '../../apps/delivery/test/throughput.js';
import { withServers } from './servers.js';

const inDelivery = (path: string): string => fileURLToPath(new URL(`../../apps/delivery/${path}`, import.meta.url));
let figures: Promise<Throughput> | undefined;

/** Takes about fifteen seconds the first time, nothing after it. */
export function deliveryFigures(): Promise<Throughput> {
  figures ??= measure();
  return figures;
}

function measure(): Promise<Throughput> {
  return withServers(async ({ database }) => {
    const databaseUrl = await database('delivery');
    const sink = spawn(process.execPath, [inDelivery('test/sink.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const program = [
        '--import',
        fileURLToPath(new URL('../from-source.mjs', import.meta.url)),
        inDelivery('test/throughput.ts'),
      ];
      const measuring = spawn(process.execPath, [...program, databaseUrl, await firstLine(sink)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, LOG_LEVEL: 'error' },
      });
      return JSON.parse(await firstLine(measuring)) as Throughput;
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

/** Measures the throughput and the dwell of delivery. The delivery worker and the receiver run in own processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Throughput } from '../../../apps/delivery/test/throughput.js';
import { withServers } from './servers.js';
import { startSink } from './sink.js';

const pathInDelivery = (path: string): string =>
  fileURLToPath(new URL(`../../../apps/delivery/${path}`, import.meta.url));

/** Takes about fifteen seconds. */
export function deliveryFigures(): Promise<Throughput> {
  return withServers(async ({ database }) => {
    const databaseUrl = await database('delivery');
    const sink = await startSink();
    try {
      const program = [
        '--import',
        fileURLToPath(new URL('../../from-source.mjs', import.meta.url)),
        pathInDelivery('test/throughput.ts'),
      ];
      const measuring = spawn(process.execPath, [...program, databaseUrl, String(sink.port)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, LOG_LEVEL: 'error' },
      });
      return JSON.parse(await firstLine(measuring)) as Throughput;
    } finally {
      await sink.stop();
    }
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`a process of the benchmark ended with code ${String(child.exitCode)} and without output`);
}

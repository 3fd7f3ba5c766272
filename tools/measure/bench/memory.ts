import { readProcessFile } from './processes.js';
import type { Row } from './row.js';
import { startWholeSystem } from './whole-system.js';

const LIMIT_MIB = 1_536;

/**
 * Measures the resident memory of all processes of `npm start`. Pages that several processes share are counted once.
 */
export async function run(): Promise<Row> {
  const system = await startWholeSystem({ KUSHK_DEMO: 'everything' });
  const mib = system
    .pids()
    .map(residentMib)
    .reduce((sum, each) => sum + each, 0);
  const processes = system.pids().length;
  await system.stop();
  return {
    name: 'memory',
    measured: mib,
    rival: LIMIT_MIB,
    ratio: LIMIT_MIB / mib,
    goal: 1,
    unit: 'MiB',
    ok: mib < LIMIT_MIB,
    note: `${processes} processes`,
  };
}

/** The proportional set size: private memory plus a proportional share of shared memory. */
export function residentMib(pid: number): number {
  const found = /^Pss:\s+(\d+) kB$/m.exec(readProcessFile(pid, 'smaps_rollup'));
  return Number(found?.[1] ?? 0) / 1_024;
}

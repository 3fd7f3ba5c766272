import { underHttpLoad, type HttpCall } from './http-load.js';
import { installInTwoOrganisations, smallCall, startNoise } from './two-plugins.js';
import { fillWalFiles } from './recycled-wal.js';
import type { Row } from './row.js';
import { startWholeSystem } from './whole-system.js';

/** The neighbour's 99th percentile may be at most this many times as long as on an idle system. */
const LIMIT = 3;
const quietLoad = { callers: 2, warmUpMs: 1_000, windowMs: 5_000 };
/** Requests of the noisy plugin that are in flight at any time, each with a record of this many characters. */
const NOISY_CALLERS = 150;
const NOISY_CHARACTERS = 1_000_000;

/**
 * Measures small record writes and reads of a plugin while the plugin of another organisation keeps 150 writes of 1 MB
 * in flight, compared with the same requests on the idle system. The noise runs in a process of its own (noise.mjs).
 */
export async function run(): Promise<Row> {
  const system = await startWholeSystem();
  try {
    await fillWalFiles(system.superuserUrl());
    const [noisy, quiet] = await installInTwoOrganisations(system);
    const calls = (number: number): HttpCall => smallCall(quiet, number);
    const idle = await underHttpLoad(quiet.origin, calls, quietLoad);
    // Two bodies in turn, because a write of the same data changes nothing.
    const bodies = ['a', 'b'].map((first) => `{"data":{"text":"${first.padEnd(NOISY_CHARACTERS, ' noise')}"}}`);
    const writes = bodies.map((body) => ({
      method: 'PUT' as const,
      path: `${noisy.path}/records/note/{caller}`,
      body,
    }));
    const noise = await startNoise({ ...noisy, callers: NOISY_CALLERS, calls: writes });
    const beside = await underHttpLoad(quiet.origin, (number) => calls(1_000_000 + number), quietLoad);
    const { accepted: written, rejected } = await noise.stop();
    const ratio = idle.p99Ms / beside.p99Ms;
    return {
      name: 'one noisy tenant, p99 of a neighbour',
      measured: beside.p99Ms,
      rival: idle.p99Ms,
      ratio,
      goal: 1 / LIMIT,
      unit: 'ms',
      ok: ratio >= 1 / LIMIT && written > 0,
      note: `p50 ${idle.p50Ms.toFixed(1)} → ${beside.p50Ms.toFixed(1)} ms; the noisy plugin wrote ${written} MB, ${rejected} rejected`,
    };
  } finally {
    await system.stop();
  }
}

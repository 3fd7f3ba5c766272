import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { calibratedRow } from './calibrated-row.js';
import { meteredInstallation, type MeteredInstallation } from './metered-installation.js';
import { readProcessFile } from './processes.js';
import type { Row } from './row.js';
import { startWholeSystem } from './whole-system.js';

const CONTENT_BYTES = 5 * 1024 * 1024;
const LIMIT_MS = 1_000;
const MEMORY_LIMIT_MIB = 64;
const WARM_UPS = 4;
const SINGLE = 12;
const AT_ONCE = 16;
const POLL_MS = 10;
const ATTEMPTS = 5;

/**
 * Measures how long a source of 5 MiB takes until it is accepted, one after the other, and by how much the memory of
 * the gateway and of the workspace rises while 16 arrive at once.
 */
export async function run(): Promise<Row> {
  const system = await startWholeSystem();
  try {
    const installation = await meteredInstallation(system);
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await upload(installation, newBody());
    const durations: number[] = [];
    for (let single = 0; single < SINGLE; single += 1) durations.push(await upload(installation, newBody()));
    const bodies = Array.from({ length: AT_ONCE }, newBody);
    const watch = watchMemory(system.pids());
    const concurrent = await Promise.all(bodies.map((body) => upload(installation, body)));
    const rises = watch.stop();
    const riseMib = Math.max(...rises.values());
    const slowest = Math.max(...concurrent);
    const median = durations.sort((a, b) => a - b)[Math.floor(SINGLE / 2)]!;
    const row = await calibratedRow({
      name: 'source-upload',
      measured: median,
      limit: LIMIT_MS,
      unit: 'ms',
      note: `5 MiB; ${AT_ONCE} at once: the last after ${Math.round(slowest)} ms, memory ${[...rises].map(([service, mib]) => `${service} +${mib.toFixed(0)}`).join(', ')} MiB (limit ${MEMORY_LIMIT_MIB})`,
    });
    return { ...row, ok: row.ok && riseMib < MEMORY_LIMIT_MIB };
  } finally {
    await system.stop();
  }
}

/** The body of a source with content that no other source has. */
function newBody(): string {
  const text = randomBytes(CONTENT_BYTES / 2).toString('hex');
  return JSON.stringify({
    external_id: randomBytes(12).toString('hex'),
    kind: 'document',
    title: 'Scan',
    content_type: 'text/plain',
    content: Buffer.from(text).toString('base64'),
    content_encoding: 'base64',
    occurred_at: '2026-11-20T08:00:00Z',
  });
}

/** Sends a source until it is accepted. Returns milliseconds. */
async function upload(installation: MeteredInstallation, body: string): Promise<number> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const { status, text: answer } = await send(installation, body);
    if (status === 202) return performance.now() - startedAt;
    // A machine that is busy with other things may need a repetition, as the SDK does it.
    if (status !== 503 || attempt === ATTEMPTS) throw new Error(`POST /sources answered ${status} ${answer}`);
  }
}

async function send(
  { apiBase, token }: MeteredInstallation,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await request(`${apiBase}/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.statusCode, text: await response.body.text() };
}

/** The service that a process runs, if contents pass through it; null for any other process. */
function serviceOf(pid: number): string | null {
  return /apps\/(gateway|workspace)\/dist\/main\.js/.exec(readProcessFile(pid, 'cmdline'))?.[1] ?? null;
}

/** Polls the resident memory of processes. `stop` returns the largest rise of a process of each service, in MiB. */
function watchMemory(pids: readonly number[]): { stop(): ReadonlyMap<string, number> } {
  const watched = pids.flatMap((pid) => {
    const service = serviceOf(pid);
    return service === null ? [] : [{ pid, service, before: residentMib(pid) }];
  });
  const rises = new Map<string, number>();
  const measure = (): void => {
    for (const { pid, service, before } of watched)
      rises.set(service, Math.max(rises.get(service) ?? 0, residentMib(pid) - before));
  };
  const timer = setInterval(measure, POLL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      measure();
      return rises;
    },
  };
}

function residentMib(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readProcessFile(pid, 'status'));
  return Number(found?.[1] ?? 0) / 1_024;
}

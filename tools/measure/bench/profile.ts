/**
 * `npm run bench -- --profile FOLDER` profiles a charge (`POST /wallet/consume`) across the processes of the system
 * (docs/performance.md). It prints the processor time of a charge by process, and where the gateway and the wallet
 * spend it, and writes their CPU profiles to the folder, for the performance panel of Chromium's developer tools.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chargesOf } from './charges.js';
import { httpLoad, underHttpLoad } from './http-load.js';
import { meteredInstallation } from './metered-installation.js';
import { processorTimesOf, timesBetween } from './processor-time.js';
import { fillWalFiles } from './recycled-wal.js';
import { selfTimesOf, type CpuProfile, type SelfTime, type SelfTimes } from './self-times.js';
import { startWholeSystem } from './whole-system.js';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const load = { ...httpLoad, windowMs: 8_000 };
const LINES = 25;
const WRITING_MS = 10_000;

export async function profileCharges(folder: string): Promise<void> {
  const target = resolve(folder);
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(target)) if (/\.(pid|cpuprofile)$/.test(file)) rmSync(join(target, file));
  const preload = pathToFileURL(join(root, 'tools/measure/bench/profile-preload.mjs'));
  preload.searchParams.set('folder', target);
  const system = await startWholeSystem({ NODE_OPTIONS: `--import ${preload.href}` });
  try {
    await fillWalFiles(system.superuserUrl());
    const { origin, call } = chargesOf(await meteredInstallation(system));
    await underHttpLoad(origin, call);
    let charges = 0;
    const counted = (number: number) => {
      charges += 1;
      return call(number);
    };
    const before = processorTimesOf(system.pids());
    await underHttpLoad(origin, counted, load);
    const times = timesBetween(before, processorTimesOf(system.pids()));
    // Profiling takes time itself, so the times above are measured without it.
    const names = profiledProcesses(target);
    for (const { pid } of names) process.kill(pid, 'SIGUSR2');
    await underHttpLoad(origin, call, load);
    for (const { pid } of names) process.kill(pid, 'SIGUSR2');
    print([`microseconds of processor time per charge (${charges.toLocaleString('en')} charges)`]);
    print(times.map(([name, ms]) => `${((ms / charges) * 1_000).toFixed(1).padStart(7)}  ${name}`));
    for (const name of ['gateway', 'wallet']) {
      const pids = names.filter((one) => one.name === name).map(({ pid }) => pid);
      const profiles = await Promise.all(pids.map((pid) => readProfile(target, name, pid)));
      // The gateway of the hub has nothing to do.
      const [busiest] = profiles.map((one) => selfTimesOf(one, root)).sort((a, b) => b.busyUs - a.busyUs);
      if (busiest !== undefined) printProfile(name, busiest);
    }
  } finally {
    await system.stop();
  }
}

/** The processes of the system that have loaded `profile-preload.mjs`. */
function profiledProcesses(folder: string): { readonly name: string; readonly pid: number }[] {
  return readdirSync(folder)
    .map((file) => /^(\w+)-(\d+)\.pid$/.exec(file))
    .filter((found) => found !== null)
    .map(([, name, pid]) => ({ name: name!, pid: Number(pid) }))
    .filter(({ pid }) => existsSync(`/proc/${pid}`));
}

async function readProfile(folder: string, name: string, pid: number): Promise<CpuProfile> {
  const path = join(folder, `${name}-${pid}.cpuprofile`);
  for (const until = performance.now() + WRITING_MS; !existsSync(path);) {
    if (performance.now() > until) throw new Error(`${name} wrote no profile`);
    await new Promise((wait) => setTimeout(wait, 100));
  }
  return JSON.parse(readFileSync(path, 'utf8')) as CpuProfile;
}

function printProfile(name: string, { busyUs, functions, files }: SelfTimes): void {
  const line = (one: SelfTime): string => `${((one.us / busyUs) * 100).toFixed(1).padStart(6)} %  ${one.name}`;
  print(['', `${name}: self time by function`, ...functions.slice(0, LINES).map(line)]);
  print(['', `${name}: self time by package or file`, ...files.slice(0, LINES).map(line)]);
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

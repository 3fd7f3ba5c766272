import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort, startTimeOf, waitUntil } from '@kushk/embedded';
import { keep, type Kept, type Surroundings } from './keeper.js';
import { claimRun } from './run-file.js';
import type { ProcessPlan } from './system.js';

const answering = `
  import { createServer } from 'node:http';
  const server = createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGTERM', () => { console.log('asked to stop'); server.closeAllConnections(); server.close(() => process.exit(0)); });`;

let folder: string;
let said: string[];
let kept: Kept[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-keeper-'));
  said = [];
  kept = [];
});
afterEach(async () => {
  await Promise.all(kept.map((one) => one.stop()));
  for (const name of ['KUSHK_RATE_LIMITS', 'KUSHK_TEST_SECRET']) Reflect.deleteProperty(process.env, name);
  rmSync(folder, { recursive: true, force: true });
});

async function start(program: string, onStarted: Surroundings['onStarted'] = () => undefined): Promise<Kept> {
  const port = await freePort();
  writeFileSync(join(folder, 'program.mjs'), program);
  const plan: ProcessPlan = {
    name: 'wallet',
    program: join(folder, 'program.mjs'),
    needsTypescript: false,
    port,
    place: 'service',
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    environment: { PORT: String(port) },
  };
  const one = keep(plan, { root: resolve('.'), logDir: folder, report: (line) => said.push(line), onStarted });
  kept.push(one);
  return one;
}
const log = (): string => readFileSync(join(folder, 'wallet.log'), 'utf8');

describe('a process that is kept', () => {
  it('is ready once it answers, and is asked to stop before anything harder', async () => {
    const one = await start(answering);
    await one.ready;
    const pid = one.pid();
    await one.stop();
    expect(one.pid()).toBeNull();
    expect(startTimeOf(pid ?? 0)).toBeNull();
    expect(log()).toContain('asked to stop');
    expect(said).toEqual([]);
  });

  it('gets what is its own of the environment, and of ours only what it may know', async () => {
    process.env['KUSHK_RATE_LIMITS'] = 'off';
    process.env['KUSHK_TEST_SECRET'] = 'of the supervisor';
    const one = await start(
      `console.log('environment', Object.keys(process.env).filter((name) => name === 'PORT' || name.startsWith('KUSHK_')).sort().join()); ${answering}`,
    );
    await one.ready;
    expect(log()).toContain('environment KUSHK_RATE_LIMITS,PORT');
  });

  it('is started again when it was killed, and both is reported', async () => {
    const one = await start(answering);
    await one.ready;
    const first = one.pid();
    process.kill(first ?? 0, 'SIGKILL');
    expect(await waitUntil(() => said.some((line) => line.startsWith('wallet is back after')), 10_000)).toBe(true);
    expect(said[0]).toContain('wallet ended by itself (signal SIGKILL); starting it again');
    expect(one.pid()).not.toBe(first);
  });

  it('that never comes up is given up with the end of its log', async () => {
    const one = await start(`console.error('KUSHK_PEPPER is not set'); process.exit(1);`);
    await expect(one.ready).rejects.toThrow(/wallet does not start \(code 1\)[\s\S]*KUSHK_PEPPER is not set/);
  });

  it('left by a killed supervisor is ended by the next one', async () => {
    const runFile = join(folder, 'run.json');
    const notes = await claimRun(runFile, () => undefined);
    const one = await start(answering, notes.note);
    await one.ready;
    const pid = one.pid() ?? 0;
    // The same file as a supervisor that is gone would have left it.
    writeFileSync(
      runFile,
      readFileSync(runFile, 'utf8').replace(`"startTime": "${startTimeOf(process.pid)}"`, '"startTime": "1"'),
    );
    const healed: string[] = [];
    const firstLife = startTimeOf(pid);
    await claimRun(runFile, (names) => healed.push(...names));
    expect(healed).toEqual(['wallet']);
    expect(startTimeOf(pid)).not.toBe(firstLife);
  });
});

describe('the claim on a data folder', () => {
  it('is refused while another supervisor lives', async () => {
    const runFile = join(folder, 'run.json');
    await claimRun(runFile, () => undefined);
    await expect(claimRun(runFile, () => undefined)).rejects.toThrow(
      `Kushk already runs on this data (process ${process.pid})`,
    );
  });

  it('is given when the file names a process that only has the same pid', async () => {
    const runFile = join(folder, 'run.json');
    writeFileSync(
      runFile,
      JSON.stringify({
        supervisor: { name: 'supervisor', pid: process.pid, startTime: '1' },
        children: [{ name: 'x', pid: process.pid, startTime: '1' }],
      }),
    );
    const healed: string[] = [];
    await claimRun(runFile, (names) => healed.push(...names));
    expect(healed).toEqual([]);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort, startTimeOf, waitUntil } from '@kushk/embedded';
import { ManagedProcess, type ProcessContext } from './managed-process.js';
import { claimRun } from './run-file.js';
import type { ProcessPlan } from './system.js';

const server = `
  import { createServer } from 'node:http';
  const server = createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGTERM', () => { console.log('stopping'); server.closeAllConnections(); server.close(() => process.exit(0)); });`;

let folder: string;
let lines: string[];
let processes: ManagedProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-process-'));
  lines = [];
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  for (const name of ['KUSHK_RATE_LIMITS', 'KUSHK_TEST_SECRET']) Reflect.deleteProperty(process.env, name);
  rmSync(folder, { recursive: true, force: true });
});

async function start(
  program: string,
  onStarted: ProcessContext['onStarted'] = () => undefined,
): Promise<ManagedProcess> {
  const port = await freePort();
  writeFileSync(join(folder, 'program.mjs'), program);
  const plan: ProcessPlan = {
    name: 'wallet',
    program: join(folder, 'program.mjs'),
    needsTypescript: false,
    port,
    tier: 'service',
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    environment: { PORT: String(port) },
  };
  const context = { root: resolve('.'), logDir: folder, report: (line: string) => lines.push(line), onStarted };
  const one = new ManagedProcess(plan, context);
  processes.push(one);
  return one;
}
const log = (): string => readFileSync(join(folder, 'wallet.log'), 'utf8');

describe('ManagedProcess', () => {
  it('reports the readiness of this moment, not of the start', async () => {
    const one = await start(`
      import { createServer } from 'node:http';
      let ready = 1;
      createServer((_, response) => response.writeHead(ready-- > 0 ? 200 : 503).end()).listen(Number(process.env.PORT));`);
    await one.ready;
    expect(await one.isReady()).toBe(false);
  });

  it('names the port that another program has taken, and what to do', async () => {
    const one = await start(`throw Object.assign(new Error('listen'), { code: 'EADDRINUSE' });`);
    await expect(one.ready).rejects.toThrow(
      `Port ${one.plan.port} is taken by another program. End that one, or start`,
    );
  });

  it('tells to delete data that another version wrote', async () => {
    const one = await start(`console.error('This version reads log format 1 only.'); process.exit(1);`);
    await expect(one.ready).rejects.toThrow(
      `wallet does not start (code 1). Another version of Kushk wrote the data. Delete ${dirname(folder)} and start again.`,
    );
  });

  it('is ready when its health endpoint responds, and stops on SIGTERM', async () => {
    const one = await start(server);
    await one.ready;
    const pid = one.pid();
    await one.stop();
    expect(one.pid()).toBeNull();
    expect(startTimeOf(pid ?? 0)).toBeNull();
    expect(log()).toContain('stopping');
    expect(lines).toEqual([]);
  });

  it('inherits only the listed environment variables', async () => {
    process.env['KUSHK_RATE_LIMITS'] = 'off';
    process.env['KUSHK_TEST_SECRET'] = 'secret of the supervisor';
    const one = await start(
      `console.log('environment', Object.keys(process.env).filter((name) => name === 'PORT' || name.startsWith('KUSHK_')).sort().join()); ${server}`,
    );
    await one.ready;
    expect(log()).toContain('environment KUSHK_RATE_LIMITS,PORT');
  });

  it('restarts a killed process and reports the exit and the restart', async () => {
    const one = await start(server);
    await one.ready;
    const first = one.pid();
    process.kill(first ?? 0, 'SIGKILL');
    expect(await waitUntil(() => lines.some((line) => line.startsWith('wallet is ready again after')), 60_000)).toBe(
      true,
    );
    expect(lines[0]).toContain('wallet exited (signal SIGKILL); starting it again');
    expect(one.pid()).not.toBe(first);
  });

  it('restarts on request without reporting it', async () => {
    const one = await start(server);
    await one.ready;
    const first = one.pid();
    expect(await one.restart()).toBe(true);
    expect(one.pid()).not.toBe(first);
    expect(lines).toEqual([]);
  });

  it('rejects with the end of the log when the program never becomes ready', async () => {
    const one = await start(`console.error('KUSHK_PEPPER is not set'); process.exit(1);`);
    await expect(one.ready).rejects.toThrow(/wallet does not start \(code 1\)[\s\S]*KUSHK_PEPPER is not set/);
  });

  it('is ended by the next supervisor after its own supervisor was killed', async () => {
    const runFile = join(folder, 'run.json');
    const claimed = await claimRun(runFile, () => undefined);
    const one = await start(server, claimed.record);
    await one.ready;
    const pid = one.pid() ?? 0;
    // Writes the run file as a killed supervisor would leave it.
    writeFileSync(
      runFile,
      readFileSync(runFile, 'utf8').replace(`"startTime": "${startTimeOf(process.pid)}"`, '"startTime": "1"'),
    );
    const ended: string[] = [];
    const startTime = startTimeOf(pid);
    await claimRun(runFile, (names) => ended.push(...names));
    expect(ended).toEqual(['wallet']);
    expect(startTimeOf(pid)).not.toBe(startTime);
  });
});

describe('claimRun', () => {
  it('rejects while another supervisor uses the data folder', async () => {
    const runFile = join(folder, 'run.json');
    await claimRun(runFile, () => undefined);
    await expect(claimRun(runFile, () => undefined)).rejects.toThrow(
      `Kushk already runs on this data (process ${process.pid})`,
    );
  });

  it('does not end a process whose pid is recorded with another start time', async () => {
    const runFile = join(folder, 'run.json');
    writeFileSync(
      runFile,
      JSON.stringify({
        supervisor: { name: 'supervisor', pid: process.pid, startTime: '1' },
        children: [{ name: 'x', pid: process.pid, startTime: '1' }],
      }),
    );
    const ended: string[] = [];
    await claimRun(runFile, (names) => ended.push(...names));
    expect(ended).toEqual([]);
  });
});

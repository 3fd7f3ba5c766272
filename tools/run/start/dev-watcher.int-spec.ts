import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import { eventually } from '@kushk/testing';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { compileChanges } from './compile-changes.js';
import { DevWatcher } from './dev-watcher.js';
import { ManagedProcess } from './managed-process.js';

const program = `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end('ok')).listen(Number(process.env['PORT']), '127.0.0.1');\n`;

let root: string;
let lines: string[];
let processes: ManagedProcess[];
let watcher: DevWatcher;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'kushk-dev-'));
  lines = [];
  const repository = resolve('.');
  for (const name of ['.swcrc', 'tools', 'node_modules']) symlinkSync(join(repository, name), join(root, name));
  writePackage('libs/contracts', '@kushk/contracts', 'src/index.ts', 'export const version = 1;\n');
  writePackage('apps/wallet', '@kushk/app-wallet', 'src/main.ts', `import type {} from '@kushk/contracts';${program}`);
  writePackage('apps/delivery', '@kushk/app-delivery', 'src/main.ts', program);
  await compileChanges(root, ['apps/wallet/src/main.ts', 'apps/delivery/src/main.ts']);
  processes = await Promise.all(['wallet', 'delivery'].map(start));
  await Promise.all(processes.map(({ ready }) => ready));
  watcher = new DevWatcher({ root, processes, report: (line) => lines.push(line) });
});
afterEach(async () => {
  watcher.close();
  await Promise.all(processes.map((process) => process.stop()));
  rmSync(root, { recursive: true, force: true });
});

function writePackage(folder: string, name: string, ...[file, text]: readonly [string, string]): void {
  const path = join(root, folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ name, type: 'module' }));
  writeFileSync(path, text);
}

async function start(name: string): Promise<ManagedProcess> {
  const port = await freePort();
  return new ManagedProcess(
    {
      name,
      program: `apps/${name}/dist/main.js`,
      needsTypescript: false,
      port,
      tier: 'service',
      readyUrl: `http://127.0.0.1:${port}/health/ready`,
      environment: { PORT: String(port) },
    },
    { root, logDir: root, report: (line) => lines.push(line), onStarted: () => undefined },
  );
}

const pids = (): (number | null)[] => processes.map((process) => process.pid());
const reported = (pattern: RegExp): Promise<unknown> =>
  eventually(() => Promise.resolve(lines.some((line) => pattern.test(line))), 20_000);

describe('DevWatcher', () => {
  it('restarts only the wallet when a source file in apps/wallet changes', async () => {
    const [wallet, delivery] = pids();
    appendFileSync(join(root, 'apps/wallet/src/main.ts'), '// changed\n');
    await reported(/^wallet restarted in \d+\.\d s after a change in apps\/wallet$/);
    expect(pids()[0]).not.toBe(wallet);
    expect(pids()[1]).toBe(delivery);
    expect(lines).toHaveLength(1);
  });

  it('restarts the processes that import a library when the library changes', async () => {
    const [wallet, delivery] = pids();
    appendFileSync(join(root, 'libs/contracts/src/index.ts'), '// changed\n');
    await reported(/^wallet restarted in .* after a change in libs\/contracts$/);
    expect(pids()[0]).not.toBe(wallet);
    expect(pids()[1]).toBe(delivery);
  });

  it('ignores changes of specs', async () => {
    const before = pids();
    writeFileSync(join(root, 'apps/delivery/src/main.spec.ts'), 'export {};\n');
    appendFileSync(join(root, 'apps/wallet/src/main.ts'), '// changed\n');
    await reported(/^wallet restarted/);
    expect(pids()[1]).toBe(before[1]);
    expect(lines).toHaveLength(1);
  });

  it('reports a syntax error and keeps the process running', async () => {
    const before = pids();
    appendFileSync(join(root, 'apps/wallet/src/main.ts'), 'const = ;\n');
    await reported(/^not compiled: .*/s);
    expect(pids()).toEqual(before);
  });
});

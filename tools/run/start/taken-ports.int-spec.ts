import { afterEach, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'kushk-taken-'));
const listening: Server[] = [];

afterEach(() => {
  for (const server of listening) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Uses the port at this offset of a new port base, and returns the port base. */
async function baseWithTakenPort(offset: number): Promise<number> {
  const server = createServer();
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  listening.push(server);
  return port - offset;
}

async function startWith(portBase: number): Promise<{ code: number; errors: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', './tools/typescript.mjs', 'tools/run/start/main.ts'],
    {
      cwd: root,
      env: { ...process.env, KUSHK_DATA_DIR: folder, KUSHK_PORT_BASE: String(portBase) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, errors };
}

it.each([
  ['the hub', 0],
  ['PostgreSQL', 20],
  ['NATS', 21],
])('does not bind new data to its ports when the port of %s is taken', async (_name, offset) => {
  const first = await baseWithTakenPort(offset);
  expect(await startWith(first)).toEqual({
    code: 1,
    errors: expect.stringContaining(`${first + offset}`) as unknown,
  });
  expect(existsSync(join(folder, 'port-base'))).toBe(false);
  // Were the data bound to the first ports, this start would be refused because of the data and not of its ports.
  const second = await baseWithTakenPort(offset);
  expect(await startWith(second)).toEqual({
    code: 1,
    errors: expect.stringMatching(new RegExp(`^kushk: Ports? .*${second + offset}.* taken`)) as unknown,
  });
});

/** `kushk dev` with a plugin that polls: it gets its credentials from the command, and no call. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted, type Body } from '../parties/client.js';
import { kushk, writeNewPlugin } from '../parties/new-plugin.js';
import { admin } from '../parties/parties.js';
import { system } from '../system/the-system.js';

const WITHIN_MS = 60_000;
const environment = { PATH: process.env['PATH'], LANG: 'C', KUSHK_DATA_DIR: system.dataDir };

function startDev(folder: string, command: string) {
  const args = ['dev', '--json', '--mu', '5', '--run', command];
  const dev = spawn(process.execPath, [kushk, ...args], { cwd: folder, env: environment, stdio: 'pipe' });
  let out = '';
  for (const stream of [dev.stdout, dev.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
  return {
    out: () => out,
    hasPrinted: (text: RegExp) => eventually(() => text.test(out) || Promise.reject(new Error(out)), WITHIN_MS),
    stop: async () => {
      const ended = new Promise((resolve) => dev.once('exit', resolve));
      if (dev.exitCode === null && dev.kill('SIGINT')) await ended;
    },
  };
}

describe('kushk dev with a plugin that polls', () => {
  let folder: string;
  let dev: ReturnType<typeof startDev>;

  beforeAll(async () => {
    ({ folder } = await writeNewPlugin('poller'));
    dev = startDev(folder, `${process.execPath} dist/src/main.js`);
  });
  afterAll(async () => {
    await dev.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts it with the credentials that it reads, and sends it no call', async () => {
    await dev.hasPrinted(/polling for the events of ins_/);
    await dev.hasPrinted(/"kind":"source"/);
    expect(dev.out()).not.toContain('"channel":"lifecycle"');
  });

  it('waits with "dev trigger" until the plugin has polled the event', async () => {
    const trigger = [kushk, 'dev', 'trigger', 'plugin.ping'];
    const { stdout } = await promisify(execFile)(process.execPath, trigger, { cwd: folder, env: environment });
    expect(stdout).toMatch(/✓ plugin\.ping evt_\w+ was polled/);
  });
});

/** Gets calls on PORT and accepts each of them, until it is started with credentials: then it polls. */
const PROGRAM = `
import { createServer } from 'node:http';
if (process.env.KUSHK_INSTALLATION_TOKEN === undefined)
  createServer((request, response) => response.writeHead(204).end()).listen(Number(process.env.PORT));
else await import('./dist/src/main.js');
`;

describe('kushk dev with a plugin that gets calls, and then polls', () => {
  it('gives the new version its credentials, and leaves those of the version before alone', async () => {
    const { folder, id, port } = await writeNewPlugin('poller');
    const manifest = join(folder, 'manifest.yaml');
    const polls = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, polls.replace('delivery: poll', `base_url: http://localhost:${port}`));
    writeFileSync(join(folder, 'program.mjs'), PROGRAM);
    const isInstalled = async (version: string) => {
      const { items } = granted(await admin.get('/installations?limit=200'));
      const found = (items as Body[]).find(({ plugin_id }) => plugin_id === id);
      expect(found).toMatchObject({ status: 'installed', version, version_moving: null });
      return true;
    };
    const dev = startDev(folder, `${process.execPath} program.mjs`);
    try {
      await eventually(() => isInstalled('0.1.0'), WITHIN_MS);
      writeFileSync(manifest, polls.replace('version: 0.1.0', 'version: 0.2.0'));
      await eventually(() => isInstalled('0.2.0'), WITHIN_MS);
      await dev.hasPrinted(/polling for the events of ins_/);
      expect(dev.out()).not.toContain('renewed');
    } finally {
      await dev.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

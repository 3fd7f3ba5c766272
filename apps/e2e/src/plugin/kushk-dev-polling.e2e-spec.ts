/** `kushk dev` with a plugin that polls: it gets its credentials from the command, and no call. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { kushk, writeNewPlugin } from '../parties/new-plugin.js';
import { system } from '../system/the-system.js';

const WITHIN_MS = 60_000;
const environment = { PATH: process.env['PATH'], LANG: 'C', KUSHK_DATA_DIR: system.dataDir };

describe('kushk dev with a plugin that polls', () => {
  let folder: string;
  let dev: ChildProcess;
  let out = '';

  beforeAll(async () => {
    ({ folder } = await writeNewPlugin('poller'));
    const args = ['dev', '--json', '--mu', '5', '--run', `${process.execPath} dist/src/main.js`];
    dev = spawn(process.execPath, [kushk, ...args], { cwd: folder, env: environment, stdio: 'pipe' });
    for (const stream of [dev.stdout, dev.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => dev.once('exit', resolve));
    if (dev.exitCode === null && dev.kill('SIGINT')) await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts it with the credentials that it reads, and sends it no call', async () => {
    await eventually(() => /polling for the events of ins_/.test(out) || Promise.reject(new Error(out)), WITHIN_MS);
    await eventually(() => /"kind":"proposal"/.test(out) || Promise.reject(new Error(out)), WITHIN_MS);
    expect(out).not.toContain('"channel":"lifecycle"');
  });

  it('waits with "dev trigger" until the plugin has polled the event', async () => {
    const trigger = [kushk, 'dev', 'trigger', 'plugin.ping'];
    const { stdout } = await promisify(execFile)(process.execPath, trigger, { cwd: folder, env: environment });
    expect(stdout).toMatch(/✓ plugin\.ping evt_\w+ was polled/);
  });
});

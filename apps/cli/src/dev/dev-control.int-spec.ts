/** How other processes reach a `kushk dev`, and how it notices that npx has ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { requestFromRunningDev, serveControl } from './dev-control.js';

const folder = mkdtempSync(join(tmpdir(), 'kushk-control-'));
const manifest = join(folder, 'manifest.yaml');
writeFileSync(manifest, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the socket of kushk dev', () => {
  it('serves one kushk dev of a manifest, tells why an action failed, and is gone after its end', async () => {
    const line = { atMs: 1, text: 'ready' };
    const act = (action: string) => (action === 'stop' ? Promise.reject(new Error('busy')) : Promise.resolve([line]));
    const server = await serveControl(manifest, act);
    expect(await serveControl(manifest, act)).toBeNull();
    expect(await requestFromRunningDev(manifest, 'lines')).toEqual([line]);
    await expect(requestFromRunningDev(manifest, 'stop')).rejects.toThrow('busy');
    server?.close();
    await expect(requestFromRunningDev(manifest, 'restart')).rejects.toThrow('no "kushk dev" runs');
  });
});

describe('the watch for npx', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('notices that npx was ended by %s', async (signal) => {
    const module = new URL('ancestor-watch.ts', import.meta.url).href;
    const program = join(folder, 'program.mjs');
    writeFileSync(
      program,
      `import { watchNpx } from ${JSON.stringify(module)};
      watchNpx(() => { process.stdout.write('gone'); process.exit(); });
      process.stdout.write('watching ');
      setInterval(() => undefined, 1000);`,
    );
    // The chain of npx: a program, its shell, and the command.
    const shell = `'${process.execPath}' '${program}'; true`;
    const npx = spawn(
      process.execPath,
      ['-e', `require('child_process').spawn('sh', ['-c', ${JSON.stringify(shell)}], { stdio: 'inherit' })`],
      { env: { ...process.env, npm_lifecycle_event: 'npx', NODE_OPTIONS: '' }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    npx.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (text.includes('watching')) npx.kill(signal);
    });
    await once(npx.stdout, 'end');
    expect(output).toBe('watching gone');
  });
});

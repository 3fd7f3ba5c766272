/** How other processes reach a `kushk dev`, and how it notices that npx has ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { requestFromRunningDev, requireNoRunningDev, serveControl } from './dev-control.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kushk-control-')));
const manifest = join(folder, 'manifest.yaml');
writeFileSync(manifest, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the socket of kushk dev', () => {
  it('serves one kushk dev of a manifest, tells why an action failed, and is gone after its end', async () => {
    const line = { atMs: 1, text: 'ready' };
    const details = { code: 'cli.plugin_not_started', exitCode: EXIT.unreachable, output: ['SyntaxError', '  at x'] };
    const requests: [string, number][] = [];
    const act = (action: string, argument: number) => {
      requests.push([action, argument]);
      return action === 'stop' ? Promise.reject(new Failure('busy', details)) : Promise.resolve([line]);
    };
    await requireNoRunningDev(manifest);
    const server = await serveControl(manifest, act);
    expect(await serveControl(manifest, act)).toBeNull();
    await expect(requireNoRunningDev(manifest)).rejects.toMatchObject({
      message: expect.stringContaining(`a "kushk dev" runs for ${manifest} already`),
      details: { code: 'cli.dev_running', step: { source: expect.stringContaining('"kushk dev stop"') } },
    });
    expect(await requestFromRunningDev(manifest, 'lines')).toEqual([line]);
    await requestFromRunningDev(manifest, 'outage', 1_500);
    await expect(requestFromRunningDev(manifest, 'delete' as never)).rejects.toThrow('no "kushk dev" runs');
    expect(requests.at(-1)).toEqual(['outage', 1_500]);
    await expect(requestFromRunningDev(manifest, 'stop')).rejects.toMatchObject({
      message: 'busy',
      details: { output: details.output },
    });
    server?.close();
    await expect(requestFromRunningDev(manifest, 'restart')).rejects.toThrow('no "kushk dev" runs');
  });
});

describe('the watch for npx', () => {
  /** Ends npx when the program asks for it, and returns what the program has written. */
  async function outputAfterEndOfNpx({ code, signal }: { code: string; signal: NodeJS.Signals }): Promise<string> {
    const module = new URL('ancestor-watch.ts', import.meta.url).href;
    const program = join(folder, 'program.mjs');
    writeFileSync(
      program,
      `import { watchNpx } from ${JSON.stringify(module)};
      const watch = () => watchNpx(() => { process.stdout.write('gone'); process.exit(); });
      // Ends by itself where the watch notices nothing.
      setTimeout(() => process.exit(), 60_000);
      ${code}`,
    );
    // The chain of npx: a program, its shell, and the command.
    const shell = `'${process.execPath}' '${program}'; true`;
    // A session of its own, as that of a terminal.
    const npx = spawn(
      process.execPath,
      ['-e', `require('child_process').spawn('sh', ['-c', ${JSON.stringify(shell)}], { stdio: 'inherit' })`],
      {
        env: { ...process.env, npm_lifecycle_event: 'npx', NODE_OPTIONS: '' },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      },
    );
    let output = '';
    npx.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (text.includes('running')) npx.kill(signal);
    });
    await once(npx.stdout, 'end');
    return output;
  }

  it.each(['SIGTERM', 'SIGKILL'] as const)('notices that npx was ended by %s', async (signal) => {
    const code = `watch(); process.stdout.write('running ');`;
    expect(await outputAfterEndOfNpx({ code, signal })).toBe('running gone');
  });

  it('notices that npx and its shell were ended before the watch began', async () => {
    const code = `const { ppid } = process;
      process.stdout.write('running ');
      // npx passes SIGTERM on to its shell.
      process.kill(ppid);
      const wait = setInterval(() => { if (process.ppid !== ppid) { clearInterval(wait); watch(); } }, 10);`;
    expect(await outputAfterEndOfNpx({ code, signal: 'SIGTERM' })).toBe('running gone');
  });
});

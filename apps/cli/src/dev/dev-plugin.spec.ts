import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Manifest } from '@kushk/manifest';
import type { Failure } from '../failure.js';
import { textOf } from '../phrase.js';
import { firstFreePort, freePort, PluginProcess } from '../plugin-process/plugin-process.js';
import { Terminal } from '../terminal.js';
import { DevPlugin } from './dev-plugin.js';

const other = createServer();
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  port = (other.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => other.close(resolve)));

const pluginWith = (run: string | false | undefined, onPortFree = (): void => undefined, folder = '.'): DevPlugin =>
  new DevPlugin({
    terminal: new Terminal({ json: true, language: 'en' }),
    file: join(folder, 'manifest.yaml'),
    hub: 'http://localhost:1',
    serviceOrigin: 'http://localhost:1',
    run,
    onNote: () => undefined,
    onLine: () => undefined,
    onPortFree,
  });

describe('a port on which another program listens', () => {
  const manifest = (): Manifest => ({ base_url: `http://localhost:${port}` }) as Manifest;

  it('is waited for, named with its program and a free one, and taken for a plugin that runs elsewhere', async () => {
    const free = await firstFreePort(port);
    expect(free).toBeGreaterThan(port);
    await pluginWith(false).start(manifest());
    let plugin: DevPlugin | undefined;
    const isFree = new Promise<void>((resolve) => (plugin = pluginWith('true', resolve)));
    const failure = (await plugin?.start(manifest()).catch((error: unknown) => error)) as Failure;
    const owner = process.platform === 'win32' ? 'perhaps another' : `PID ${process.pid}, `;
    expect(failure.message).toContain(`waiting until port ${port} is free: another program uses it (${owner}`);
    expect(textOf(failure.details.step!, 'en')).toContain(`to a free port such as http://localhost:${free};`);
    expect(plugin?.hasFailed).toBe(true);
    await new Promise((resolve) => other.close(resolve));
    await isFree;
  });
});

describe('a plugin that is stopped while it starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-dev-plugin-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['waits for no port', true],
    ['runs no process', false],
  ])('%s', async (_claim, isTaken) => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, 'localhost', resolve));
    const manifest = { base_url: `http://localhost:${(listener.address() as AddressInfo).port}` } as Manifest;
    const close = (): Promise<unknown> => new Promise((resolve) => listener.close(resolve));
    if (!isTaken) await close();
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const plugin = pluginWith('echo > started; exit 1', undefined, folder);
    const starting = plugin.start(manifest).catch(() => undefined);
    await plugin.stop();
    await starting;
    // A timer that is left over keeps the command alive.
    expect([timers(), readdirSync(folder)]).toEqual([before, []]);
    if (isTaken) await close();
  });

  it('runs no process when it is stopped just before that', async () => {
    const baseUrl = `http://localhost:${await freePort()}`;
    const started = { command: 'echo > started; exit 1', folder, environment: {}, baseUrl, onOutput: () => undefined };
    const process = new PluginProcess(started);
    const starting = process.restart();
    await process.stop();
    await expect(starting).rejects.toThrow('the plugin is not started: this command ends');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a plugin that polls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-dev-plugin-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const manifest = { delivery: 'poll' } as Manifest;

  it('is started once for each installation, with the credentials that are read then', async () => {
    const plugin = pluginWith('echo "$TOKEN" >> started; sleep 60', undefined, folder);
    const reads: string[] = [];
    const read = (token: string) => (): Promise<{ TOKEN: string }> => {
      reads.push(token);
      return Promise.resolve({ TOKEN: token });
    };
    // Its tools have an address, but its start waits for credentials.
    await plugin.start({ ...manifest, base_url: 'http://localhost:1' });
    expect(plugin.isStartedHere).toBe(false);
    // An address without tools and pages is not waited for.
    const unserved = { ...manifest, base_url: 'http://localhost:1' };
    for (const [id, token] of [
      ['ins_1', 'one'],
      ['ins_1', 'again'],
      ['ins_2', 'two'],
    ] as const)
      await plugin.startPolling(unserved, id, read(token));
    expect(reads).toEqual(['one', 'two']);
    await plugin.stop();
  });

  it('is started again with other credentials when those from before have ended, and with a changed command', async () => {
    const place = mkdtempSync(join(folder, 'changed-'));
    const manifestFile = join(place, 'kushk.json');
    const commandOf = (name: string): void =>
      writeFileSync(manifestFile, JSON.stringify({ run: `echo "${name} $TOKEN" >> started; sleep 60` }));
    commandOf('first');
    const plugin = pluginWith(undefined, undefined, place);
    const start = (token: string) => plugin.startPolling(manifest, 'ins_1', () => Promise.resolve({ TOKEN: token }));
    await start('one');
    plugin.endCredentials();
    await start('two');
    commandOf('second');
    await plugin.restart({ TOKEN: 'three' });
    expect(readFileSync(join(place, 'started'), 'utf8')).toBe('first one\nfirst two\nsecond three\n');
    await plugin.stop();
  });

  it('is not started when the command ends while its credentials are read', async () => {
    const plugin = pluginWith('echo > late', undefined, folder);
    await plugin.startPolling(manifest, 'ins_1', async () => {
      await plugin.stop();
      return {};
    });
    expect([plugin.isStartedHere, readdirSync(folder).includes('late')]).toEqual([false, false]);
  });
});

describe('a plugin that runs elsewhere', () => {
  it('is not started again', async () => {
    const failure = (await pluginWith(false)
      .restart()
      .catch((error: unknown) => error)) as Failure;
    expect(failure.message).toContain('did not start the plugin: start it again where it runs');
  });
});

describe('a plugin that ends before it listens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-dev-plugin-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is reported with the lines that it printed, and with npm install where a program was not found', async () => {
    writeFileSync(join(folder, 'package.json'), '{"dependencies": {"here": "1"}}');
    mkdirSync(join(folder, 'node_modules', 'here'), { recursive: true });
    const plugin = pluginWith('echo one; echo two >&2; exit 127', undefined, folder);
    const manifest = { base_url: `http://localhost:${await freePort()}` } as Manifest;
    const { message, details } = (await plugin.start(manifest).catch((error: unknown) => error)) as Failure;
    expect(message).toMatch(/ ended with exit code 127$/);
    expect([...(details.output ?? [])].sort()).toEqual(['one', 'two']);
    expect(textOf(details.step!, 'en')).toContain(`run "npm install" in ${folder}`);
    expect([plugin.hasFailed, plugin.isStartedHere]).toEqual([true, false]);
  });
});

/** What `kushk dev` does when its installation or its plugin is another one, against an instance that stores little. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { freePort } from '../plugin-process/plugin-process.js';
import { COMMAND, problemReply, VALID_MANIFEST } from '../../test/cli-harness.js';

/** An instance with one plugin, whose installations have each received one call. */
class StubInstance {
  readonly server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => this.answer(`${request.method} ${request.url}`, body, response));
  });
  private readonly installations: Record<string, unknown>[] = [];
  private readonly followers = new Set<ServerResponse>();
  private manifest: { readonly id?: string; readonly delivery?: string } = {};
  /** The installations that were given MU. */
  readonly gifts: string[] = [];
  /** The number of the newest credentials, and whether they were read. */
  private credentials = { number: 1, isRead: false };

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  install(): object {
    const installation_id = `ins_${this.installations.length + 1}`;
    const installed = { installation_id, plugin_id: this.manifest.id, version: '1.4.0', version_pending: null };
    const delivery = this.manifest.delivery ?? 'push';
    const grants = { plan: null, scopes: [], settings: {}, settings_revision: 1 };
    this.installations.push({ ...installed, ...grants, delivery, status: 'installed' });
    this.notify();
    return this.installations.at(-1)!;
  }

  remove(): void {
    Object.assign(this.installations.at(-1)!, { status: 'removed' });
    this.notify();
  }

  forget(): void {
    this.installations.length = 0;
    this.gifts.length = 0;
  }

  private notify(): void {
    for (const follower of this.followers) follower.write('data: {"lists":["installations"]}\n\n');
  }

  private answer(request: string, body: string, response: ServerResponse): void {
    if (request === 'GET /instance/v1/changes') {
      this.followers.add(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.flushHeaders();
      return void response.on('close', () => this.followers.delete(response));
    }
    const [, id = ''] = /\/installations\/(ins_\d+)/.exec(request) ?? [];
    if (request.endsWith('/credentials') && this.credentials.isRead) {
      const code = 'installation.credentials_already_read';
      const { status, body: refusal } = problemReply(409, code);
      response.writeHead(status, { 'content-type': 'application/problem+json' });
      return void response.end(JSON.stringify(refusal));
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(this.reply(request, { id, body })));
  }

  private reply(request: string, { id, body }: { readonly id: string; readonly body: string }): unknown {
    if (request === 'POST /instance/v1/dev/releases')
      this.manifest = (JSON.parse(body) as { manifest: { id: string; delivery?: string } }).manifest;
    if (request === 'POST /instance/v1/installations') return this.install();
    if (/releases$|\/manifest$/.test(request)) return { manifest: this.manifest };
    if (request.endsWith('/rotate')) this.credentials = { number: this.credentials.number + 1, isRead: false };
    if (request.endsWith('/credentials')) {
      this.credentials.isRead = true;
      return { installation_id: id, api_base: '', token: `token-${this.credentials.number}`, signing_secret: '' };
    }
    if (request.endsWith('/wallet')) return { available: '5', held: '0' };
    if (request.endsWith('/wallet/gifts')) this.gifts.push(id);
    if (request.includes('/calls?'))
      return {
        calls: [
          { id: `call_of_${id}`, at: new Date().toISOString(), duration_ms: 1, path: `/of/${id}`, caused_by: null },
        ],
        sent: [],
        next_after: '',
      };
    if (request.endsWith(id) && id !== '') return this.installations.find((one) => one['installation_id'] === id);
    const isList = request.startsWith('GET /instance/v1/installations?');
    return { items: isList ? this.installations : [], next_cursor: null };
  }
}

describe('kushk dev, when its installation or its plugin is another one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-dev-run-'));
  const instance = new StubInstance();
  let dev: ChildProcess;
  let out: string;
  const start = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [COMMAND, 'dev', ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        LANG: 'C',
        KUSHK_DATA_DIR: folder,
        KUSHK_SERVICE_ORIGIN: instance.origin,
        KUSHK_BASE_URL: instance.origin,
        KUSHK_TOKEN: 'ey.admin',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const shown = (text: string): Promise<unknown> =>
    eventually(() => out.includes(text) || Promise.reject(new Error(`no ${text} in ${out}`)));

  const startWith = async (...args: readonly string[]): Promise<void> => {
    out = '';
    instance.forget();
    dev = start('--json', ...args);
    dev.stdout!.setEncoding('utf8').on('data', (text: string) => (out += text));
    await shown('"path":"/of/ins_1"');
  };
  const stop = async (): Promise<void> => {
    dev.kill();
    await once(dev, 'close');
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => instance.server.listen(0, '127.0.0.1', resolve));
    const manifest = VALID_MANIFEST.replace('localhost:3000', `localhost:${await freePort()}`);
    writeFileSync(join(folder, 'manifest.yaml'), manifest);
  });
  beforeEach(() => startWith('--no-run'));
  afterEach(stop);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    instance.server.closeAllConnections();
    await new Promise((resolve) => instance.server.close(resolve));
  });

  it('reports it, and goes on with the installation that an admin makes, which gets no MU', async () => {
    instance.remove();
    await shown('the installation ins_1 was removed; r or \\"kushk dev restart\\" installs the plugin again');
    instance.install();
    await shown('this view goes on with ins_2');
    await shown('"path":"/of/ins_2"');
    expect(out.match(/this view goes on with/g)).toHaveLength(1);
    expect(instance.gifts).toEqual(['ins_1']);
  });

  it('installs the plugin again at a restart', async () => {
    instance.remove();
    await shown('the installation ins_1 was removed');
    const [exitCode] = (await once(start('restart'), 'close')) as [number];
    expect(exitCode).toBe(0);
    await shown('"path":"/of/ins_2"');
  });

  it('says that the plugin stays installed under the id that the manifest had', async () => {
    const file = join(folder, 'manifest.yaml');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('ir.acme.invoices', 'ir.acme.loans'));
    await shown('another id is another plugin: ir.acme.invoices stays installed');
    await shown('\\"kushk store remove ins_1\\" removes it');
    writeFileSync(file, before);
  });

  it('starts a plugin that polls again with the credentials that were renewed, and reports its end', async () => {
    await stop();
    const file = join(folder, 'manifest.yaml');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace(/base_url: .*/, 'delivery: poll'));
    await startWith('--run', 'echo "polls with $KUSHK_INSTALLATION_TOKEN"; sleep 60');
    await shown('polls with token-1');
    await shown('ready: in another terminal');
    await shown('it is ins_1, in an organisation with 0 people and 0 cases');
    expect((await once(start('restart'), 'close'))[0]).toBe(0);
    await eventually(() => out.match(/polls with token-1/g)?.length === 2);
    expect((await once(start('rotate'), 'close'))[0]).toBe(0);
    await shown('polls with token-2');
    await stop();
    await startWith('--credentials-file', '.env');
    await shown('they were renewed: a process with the former ones gets 401');
    const tokenInFile = () => /TOKEN=(.*)/.exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1];
    await eventually(() => tokenInFile() === 'token-3');
    expect((await once(start('rotate'), 'close'))[0]).toBe(0);
    await eventually(() => tokenInFile() === 'token-4');
    await stop();
    await startWith('--run', 'sleep 1.5; exit 3');
    await shown('the plugin ended with exit code 3');
    writeFileSync(file, before);
  });
});

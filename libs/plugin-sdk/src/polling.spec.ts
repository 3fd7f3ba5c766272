import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newCredential } from '@kushk/credentials';
import { createPlugin, fileStore, type Plugin, type ReadCredentials } from './index.js';

const ID = 'ins_1';
const key = Buffer.alloc(32, 7).toString('base64url');

/** The feed of one installation: events with the numbers 1 to `last`, of which those up to `expired` are gone. */
let feed: { token: string; last: number; expired: number };
let cursors: string[];
let server: Server;
let folder: string;
let handled: string[];
let installs: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polling-'));
  [feed, cursors, handled, installs] = [{ token: newCredential('ki'), last: 2, expired: 0 }, [], [], 0];
  server = createServer((request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${feed.token}`) return send(401, { code: 'auth.token_invalid' });
    const url = new URL(request.url ?? '', 'http://service');
    if (url.pathname.endsWith('/installation'))
      return send(200, { alias: 'inst_0123456789ABCDEFGHJK', scopes: ['records.own'], settings: { hour: 9 } });
    const after = url.searchParams.get('after') ?? '';
    cursors.push(after);
    if (after !== '' && Number(after) < feed.expired) return send(410, { code: 'events.cursor_expired' });
    const first = Math.max(Number(after), feed.expired) + 1;
    const numbers = Array.from({ length: feed.last - first + 1 }, (_one, index) => first + index);
    const events = numbers.map((sequence) => ({ id: `evt_${sequence}`, type: 'plugin.ping', sequence, data: {} }));
    send(200, { events, next_after: String(feed.last), has_more: false });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const credentials = (): ReadCredentials => ({
  installation_id: ID,
  api_base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/i/${ID}/plugin/v1`,
  token: feed.token,
  signing_secret: newCredential('ks'),
});
/** The plugin after a start of its process. `onEvent` runs for each event that it handles. */
function started(onEvent: (id: string) => void = () => undefined): Plugin {
  return createPlugin({
    id: 'ir.acme.invoices',
    store: fileStore({ folder, key }),
    onInstalled: () => void (installs += 1),
    events: {
      '*': ({ id }) => {
        onEvent(id);
        handled.push(id);
      },
    },
  });
}
/** Polls until the event was handled. */
async function pollUntil(id: string): Promise<void> {
  const ending = new AbortController();
  const plugin = started((handledId) => {
    if (handledId === id) setTimeout(() => ending.abort(), 50);
  });
  expect(await plugin.poll(ID, ending.signal)).toBe('aborted');
}

describe('plugin.install', () => {
  it('stores what an admin has read and runs onInstalled once, whatever the number of starts', async () => {
    await started().install(credentials());
    await started().install(credentials());
    expect(installs).toBe(1);
    expect(await started().installation(ID)).toMatchObject({ scopes: ['records.own'], settings: { hour: 9 } });
  });

  it('keeps a token that the plugin has rotated, and takes a given one when the stored one is refused', async () => {
    const first = credentials();
    await started().install(first);
    const read = { ...credentials(), token: newCredential('ki') };
    await started().install(read);
    expect((await fileStore({ folder, key }).find(ID))?.token).toBe(first.token);
    feed.token = read.token;
    await started().install(read);
    expect((await fileStore({ folder, key }).find(ID))?.token).toBe(read.token);
  });

  it.each([
    { token: 'ki_short' },
    { signing_secret: 'ks_short' },
    { api_base: 'https://service.example/i/ins_2/plugin/v1' },
  ])('refuses credentials that are not complete: %j', async (wrong) => {
    await expect(started().install({ ...credentials(), ...wrong })).rejects.toThrow(TypeError);
    expect(await started().installations()).toEqual([]);
  });
});

describe('plugin.poll', () => {
  beforeEach(() => started().install(credentials()));

  it('handles events in order and continues after a restart where it stopped', async () => {
    await pollUntil('evt_2');
    feed.last = 4;
    const polls = cursors.length;
    await pollUntil('evt_4');
    expect(handled).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
    expect(cursors[polls]).toBe('2');
  });

  it('handles each event once when a page comes again', async () => {
    await pollUntil('evt_2');
    await fileStore({ folder, key }).saveCursor(ID, '');
    feed.last = 3;
    await pollUntil('evt_3');
    expect(handled).toEqual(['evt_1', 'evt_2', 'evt_3']);
  });

  it('goes on with the oldest stored event when its cursor has expired', async () => {
    await pollUntil('evt_2');
    [feed.last, feed.expired] = [9, 7];
    await pollUntil('evt_9');
    expect(handled).toEqual(['evt_1', 'evt_2', 'evt_8', 'evt_9']);
  });

  it('tries an event again that its handler refused, before the ones after it', async () => {
    let failures = 1;
    const ending = new AbortController();
    const plugin = started((id) => {
      if (failures-- > 0) throw new Error('not now');
      if (id === 'evt_2') setTimeout(() => ending.abort(), 50);
    });
    await plugin.poll(ID, ending.signal);
    expect(handled).toEqual(['evt_1', 'evt_2']);
  });

  it('ends as removed when the service refuses the token', async () => {
    feed.token = newCredential('ki');
    expect(await started().poll(ID, new AbortController().signal)).toBe('removed');
  });
});

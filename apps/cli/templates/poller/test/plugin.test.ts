/** The plugin against a small instance in memory: what it makes of its events, and what it stores. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileStore } from '@kushk/plugin-sdk';
import { createReminderPlugin } from '../src/plugin.js';

// The SDK checks the checksum at the end of both.
const SECRET = 'ks_ofsGx1zBlwjG7aTbGeCUHplrU58BE338JxDi';
const TOKEN = 'ki_tRBiiWM3oCixqo2iMpZstw4kvXAzri3dh90j';
type Data = Record<string, unknown>;
const FIELDS = { type: 'reminder', external_id: 'welcome', created_at: '2026-11-20T10:00:00Z' };

const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
const records = new Map<string, typeof FIELDS & { data: Data; revision: number }>();
const requests: string[] = [];
const sources: string[] = [];
const proposals: string[] = [];
const events: object[] = [];
let isRemoved = false;
let server: Server;

before(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const path = (request.url ?? '').replace('/i/ins_1/plugin/v1', '');
      requests.push(`${request.method} ${path}`);
      const [status, body] = isRemoved ? [401, {}] : answer(request.method, path, text === '' ? {} : JSON.parse(text));
      response.writeHead(status as number, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(() => {
  server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

function answer(method: string | undefined, path: string, body: Data): [number, object] {
  if (path.startsWith('/events')) {
    const after = Number(new URL(path, 'http://service').searchParams.get('after') ?? 0);
    return [200, { events: events.slice(after), next_after: String(events.length), has_more: false }];
  }
  if (path === '/records/reminder/welcome') {
    const record = records.get('welcome');
    if (method !== 'PUT') return record === undefined ? [404, { code: 'record.not_found' }] : [200, record];
    const revision = (record?.revision ?? 0) + 1;
    records.set('welcome', { ...FIELDS, data: body['data'] as Data, revision });
    return [200, records.get('welcome')!];
  }
  if (path === '/installation')
    return [
      200,
      { alias: 'inst_0123456789ABCDEFGHJK', scopes: [], settings: {}, locale: { timezone: 'Asia/Kolkata' } },
    ];
  if (path === '/sources') {
    sources.push(JSON.stringify(body));
    return [202, { id: 'src_1', status: 'pending' }];
  }
  if (path === '/proposals') proposals.push(JSON.stringify(body));
  return path === '/wallet/holds' ? [201, { id: 'hld_1', status: 'open' }] : [201, { id: 'prp_1', status: 'pending' }];
}

/** The plugin as after a start of its process. */
const started = () => createReminderPlugin(fileStore({ folder, key: Buffer.alloc(32, 1).toString('base64url') }));
const install = () =>
  started().install({
    installation_id: 'ins_1',
    api_base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/i/ins_1/plugin/v1`,
    token: TOKEN,
    signing_secret: SECRET,
  });
/** Polls until the plugin asks for what follows the last event: it has stored the cursor then. */
async function pollAll(): Promise<void> {
  const ending = new AbortController();
  const earlier = requests.length;
  let hasEnded = false;
  const polling = started()
    .poll('ins_1', ending.signal)
    .finally(() => (hasEnded = true));
  const isDone = () => requests.slice(earlier).some((request) => request.includes(`after=${events.length}`));
  while (!isDone() && !hasEnded) await new Promise((resolve) => setTimeout(resolve, 20));
  ending.abort();
  await polling;
}

/** What people have decided about what the plugin has sent. */
const decided = (id: string, type: string, outcome: string) =>
  events.push({ id, type, installation_id: 'ins_1', data: { external_id: 'welcome', outcome, reason: null } });

test('brings in the first note once, whatever the number of starts', async () => {
  await install();
  await install();
  assert.equal(sources.length, 1);
  assert.equal(proposals.length, 0);
});

test('proposes a reminder when its note was accepted', async () => {
  decided('evt_1', 'plugin.source.reviewed', 'accepted');
  await pollAll();
  assert.equal(proposals.length, 1);
  assert.match(proposals[0] ?? '', /T09:00:00\+05:30/); // in the time zone of the organisation
});

test('charges once for a reminder that was applied, also when its event comes again', async () => {
  decided('evt_2', 'plugin.proposal.settled', 'applied');
  await pollAll();
  await fileStore({ folder, key: Buffer.alloc(32, 1).toString('base64url') }).saveCursor('ins_1', '');
  await pollAll();
  assert.equal(records.get('welcome')?.data['outcome'], 'applied');
  assert.equal(requests.filter((request) => request === 'POST /wallet/holds').length, 1);
});

test('continues after a restart where it stopped', async () => {
  events.push({ id: 'evt_3', type: 'plugin.ping', installation_id: 'ins_1', data: {} });
  const before = requests.length;
  await pollAll();
  assert.match(requests[before] ?? '', /after=2(&|$)/);
});

test('ends when the plugin was removed', async () => {
  isRemoved = true;
  assert.equal(await started().poll('ins_1', new AbortController().signal), 'removed');
});

/** The plugin as the platform sees it: signed calls over HTTP. `kushk plugin test` checks the rest of the contract. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileStore } from '@kushk/plugin-sdk';
import { createReminderPlugin } from '../src/plugin.js';
import { requestListener } from '../src/server.js';
import { TestInstance } from './instance.js';

const instance = new TestInstance();
const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
let server: Server;
let plugin: string;

before(async () => {
  await instance.start();
  const store = fileStore({ folder, key: Buffer.alloc(32, 1).toString('base64url') });
  server = createServer(requestListener(createReminderPlugin({ trust: { serviceOrigins: [instance.origin] }, store })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  plugin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  instance.stop();
  server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

test('refuses a call with a forged signature', async () => {
  const forged = { 'service-signature': `t=1,v1=${'0'.repeat(64)}` };
  const { status } = await instance.call(`${plugin}/service/lifecycle`, instance.installed(), forged);
  assert.equal(status, 401);
});

test('proposes the first reminder when it is installed', async () => {
  assert.equal((await instance.call(`${plugin}/service/lifecycle`, instance.installed())).status, 200);
  const [proposal] = instance.proposals;
  assert.match(JSON.stringify(proposal?.['changes']), /T09:00:00\+05:30/); // in the time zone of the organisation
});

test('stores what people decided', async () => {
  const data = { external_id: 'welcome', outcome: 'rejected', reason: 'Not now', revision: 1 };
  const event = { id: 'evt_1', type: 'plugin.proposal.settled', installation_id: 'ins_1', data };
  const headers = { 'service-event-id': 'evt_1' };
  assert.equal((await instance.call(`${plugin}/service/events`, event, headers)).status, 200);
  const { outcome, reason } = instance.records.get('reminder/welcome')!.data;
  assert.deepEqual([outcome, reason], ['rejected', 'Not now']);
});

test('answers the tool', async () => {
  const call = { installation_id: 'ins_1', user_id: 'per_1', handle: 'kh_1', arguments: { text: 'reminders' } };
  const { json } = await instance.call(`${plugin}/service/tools/find_reminders`, call);
  const reminders = json['content'] as { title: string }[];
  assert.deepEqual(
    reminders.map(({ title }) => title),
    ['Try the reminders'],
  );
});

test('charges for a reminder that a person adds on the page', async () => {
  const body = { installation_id: 'ins_1', handle: 'kh_1', id: 'r1', title: 'Call Sara', days: 7 };
  assert.equal((await instance.call(`${plugin}/reminders`, body)).status, 201);
  assert.deepEqual(instance.requests.filter((request) => request.startsWith('POST')).slice(-3), [
    'POST /wallet/holds',
    'POST /proposals',
    'POST /wallet/holds/hld_1/settle',
  ]);
});

test('lets only its instance embed the page', async () => {
  const response = await fetch(`${plugin}/pages/app?installation_id=ins_1`);
  assert.match(
    response.headers.get('content-security-policy') ?? '',
    new RegExp(`frame-ancestors ${instance.origin}$`),
  );
});

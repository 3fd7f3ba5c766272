/** Tests of the return to an earlier release: what moves by itself, what waits, and what instances verify. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { bearerOf, granted, verdict, type Client } from '../parties/client.js';
import { installBody, manifestOf, published } from '../parties/invoices.js';
import {
  admin,
  newPublisher,
  operator,
  platform,
  pluginApi,
  reviewer,
  unique,
  type Publisher,
} from '../parties/parties.js';
import { system } from '../system/the-system.js';

/** Long enough for the way over hub, stream and instance on a busy machine. */
const MOVE_MS = 20_000;

let plugin: RecordingPlugin;
let publisher: Publisher;
/** The admin of a second organisation. */
let other: Client;

beforeAll(async () => {
  const made = granted(
    await platform.post('/organisations', { name: unique('Return '), admin: { subject: 'dev|member2', name: 'زهرا' } }),
  );
  const headers = { 'service-organisation': made.organisation.id };
  other = bearerOf(`${system.instance}/instance/v1`, system.tokens.member2, headers);
  [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('return')]);
});
afterAll(() => plugin.stop());

it('moves the installations that need no consent, with token, wallet and settings, and the others wait', async () => {
  const first = manifestOf({
    id: `ir.${unique('return')}.invoices`,
    publisher: publisher.id,
    baseUrl: plugin.baseUrl,
  });
  const { id } = first;
  await published(publisher, first);
  const install = async (as: Client, plan: string) => {
    const { installation_id } = granted(await as.post('/installations', { ...installBody(first), plan }));
    const credentials = await plugin.credentials(installation_id);
    const path = `/installations/${installation_id}`;
    await eventually(async () => granted(await as.get(path)).status === 'installed');
    granted(await as.post(`${path}/wallet/gifts`, { mu: '5', note: 'A start' }));
    return { path, credentials, api: pluginApi(credentials), state: async () => granted(await as.get(path)) };
  };
  const [consenting, waiting] = await Promise.all([install(admin, 'pages'), install(other, 'basic')]);
  const stored = await waiting.state();
  const wallet = granted(await waiting.api.get('/wallet'));

  // 2.0.0 is cheaper for one plan, and asks for more: one admin consents, the other does not.
  const second = {
    ...first,
    version: '2.0.0',
    scopes: { ...first.scopes, 'sessions.read': 'Finds the invoice in a session' },
    plans: first.plans.map((each) => (each.key === 'pages' ? { ...each, rates: { 'ocr.page': '0.05' } } : each)),
  };
  await published(publisher, second as typeof first);
  for (const { state } of [consenting, waiting])
    await eventually(async () => (await state()).version_pending === '2.0.0', MOVE_MS);
  const consent = { version: '2.0.0', scopes: Object.keys(second.scopes), base_url: first.base_url };
  granted(await admin.post(`${consenting.path}/update/consent`, consent));
  await eventually(async () => (await consenting.state()).version === '2.0.0', MOVE_MS);

  const path = `/releases/${id}/1.0.0/return`;
  const body = { version: '2.0.1', reason: 'Totals are wrong' };
  expect(granted(await publisher.api.post(path, { ...body, dry_run: true }))).toMatchObject({ release: null });
  expect(verdict(await publisher.api.get(`/releases/${id}/2.0.1`))).toBe('404 catalogue.release_not_found');
  expect(granted(await publisher.api.post(path, body))).toMatchObject({
    approval: 'automatic',
    present: '2.0.0',
    losses: { settings: [], record_types: [] },
    release: { status: 'published', tier: 'verified', returned: { basis: { version: '1.0.0' } } },
  });

  await eventually(async () => (await waiting.state()).version === '2.0.1', MOVE_MS);
  const moved = await waiting.state();
  expect(moved).toMatchObject({
    status: 'installed',
    version_pending: null,
    scopes: stored.scopes,
    settings: stored.settings,
    plan: 'basic',
  });
  // The token of before still works, and the plugin got no other one.
  expect(granted(await waiting.api.get('/installation'))).toMatchObject({ version: '2.0.1' });
  expect(granted(await waiting.api.get('/wallet'))).toMatchObject({
    available: wallet.available,
    totals: wallet.totals,
    plan: wallet.plan,
  });
  expect(await plugin.credentials(waiting.credentials.installation_id)).toEqual(waiting.credentials);

  await eventually(async () => (await consenting.state()).version_pending === '2.0.1', MOVE_MS);
  expect(await consenting.state()).toMatchObject({ version: '2.0.0' });
  expect(granted(await admin.get(`${consenting.path}/update`))).toMatchObject({
    version: '2.0.1',
    diff: { previous: '2.0.0', class: 'consent' },
    plans: expect.arrayContaining([
      expect.objectContaining({ key: 'pages', rates: { 'ocr.page': '0.1' }, rates_before: { 'ocr.page': '0.05' } }),
    ]),
  });
  await eventually(async () => {
    const { fleet } = granted(await publisher.api.get(`/releases/${id}/2.0.1`));
    return fleet.accepted >= 1 && fleet.refused.length === 0;
  }, MOVE_MS);
  const { items } = granted(await reviewer.get(`/releases/${id}/2.0.1/history`));
  expect(items.map(({ actor }: { actor: { kind: string } }) => actor.kind)).toEqual([
    'publisher',
    'system',
    'system',
    'system',
  ]);

  // A suspended version is no way back, however good it was.
  granted(await operator.post(`/releases/${id}/1.0.0/suspend`, { reason: 'It leaks' }));
  const refused = await publisher.api.post(path, { ...body, version: '2.0.2' });
  expect([verdict(refused), refused.body.params.reason]).toEqual(['409 release.return_refused', 'suspended']);
});

/** An installed plugin from its installation to its removal by an admin. The tests depend on their order. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { responses, eventually, RecordingPlugin, type PluginCredentials } from '@kushk/testing';
import { granted, verdict, type Body, type Client } from '../parties/client.js';
import { holdsWithin } from '../parties/holds.js';
import { probeHandle } from '../parties/handle-probe.js';
import { installBody, manifestOf, published, scopes, type Manifest } from '../parties/invoices.js';
import { aTime, anId } from '../parties/matchers.js';
import { monthInTehran } from '../parties/month.js';
import {
  admin,
  instanceVisitor,
  member,
  newPublisher,
  operator,
  pluginApi,
  unique,
  type Publisher,
} from '../parties/parties.js';
import { issuerOf, publicKeys } from '../parties/signatures.js';
import { system } from '../system/the-system.js';

describe('an installed plugin', () => {
  let plugin: RecordingPlugin;
  let publisher: Publisher;
  let manifest: Manifest;
  let release: string;

  beforeAll(async () => {
    [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('journey')]);
    manifest = manifestOf({ id: `ir.${unique('journey')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl });
    release = `/releases/${manifest.id}/${manifest.version}`;
    await published(publisher, manifest);
  });
  afterAll(() => plugin.stop());

  let id: string;
  let credentials: PluginCredentials;
  let api: Client;
  let theCase: Body;
  const seenInside: Body[] = [];

  const propose = async (external_id: string, changes: object, record_id: string = theCase.id): Promise<Body> =>
    granted(
      await api.post('/proposals', {
        external_id,
        record_type: 'case',
        action: 'update',
        record_id,
        changes,
        summary: `Amount of ${external_id}`,
      }),
    );
  const pushedFor = (external_id: string) =>
    plugin.callsTo('/service/events').filter(({ json }) => (json['data'] as Body).external_id === external_id);

  it('receives the same credentials again until it accepts them, and can use them at once', async () => {
    const inside = responses.choose(async ({ json }) => {
      const from = pluginApi(json as unknown as PluginCredentials);
      for (const path of ['/installation', '/wallet']) seenInside.push((await from.get(path)).body);
      return responses.status(204);
    });
    plugin.respond('/service/lifecycle', responses.status(503), inside, responses.status(200));
    const made = await admin.post('/installations', installBody(manifest));
    expect(verdict(made)).toBe('201');
    id = made.body.installation_id;
    expect(made.headers['location']).toBe(`/instance/v1/installations/${id}`);
    expect(made.body).toMatchObject({
      installation_id: anId('ins'),
      status: 'pending',
      plugin_id: manifest.id,
      version: '1.0.0',
      plan: 'basic',
      organisation_id: system.organisationId,
    });
    expect(JSON.stringify(made.body)).not.toContain('s3cret');

    credentials = await plugin.credentials(id);
    api = pluginApi(credentials);
    expect(verdict(await api.get('/installation'))).toBe('200');
    await holdsWithin(15_000, async () =>
      expect(granted(await admin.get(`/installations/${id}`)).status).toBe('installed'),
    );
    const calls = plugin.callsTo('/service/lifecycle');
    expect(calls.map(({ headers }) => headers['service-attempt'])).toEqual(['1', '2']);
    expect(calls[1]!.body).toEqual(calls[0]!.body);
    expect(calls[0]!.json).toEqual({
      event: 'installed',
      installation_id: id,
      alias: expect.stringMatching(/^inst_[0-9A-HJKMNP-TV-Z]{20}$/),
      api_base: `${system.instance}/i/${id}/plugin/v1`,
      token: expect.stringMatching(/^ki_[0-9A-Za-z]{36}$/),
      signing_secret: expect.stringMatching(/^ks_[0-9A-Za-z]{36}$/),
      scopes: Object.keys(scopes),
      settings: { region: 'tehran', api_key: 's3cret of the shop' },
    });
  });

  it('gets an `installed` call with two signatures: with its new signing secret and by the instance', async () => {
    const [first] = plugin.callsTo('/service/lifecycle');
    expect(first!.signature).toBe('valid');
    expect(first!.headers).toMatchObject({
      'service-installation-id': id,
      'user-agent': 'Kushk/1',
      'content-type': expect.stringContaining('application/json'),
    });
    const issuer = await issuerOf(first!, await publicKeys(instanceVisitor));
    expect(issuer).toMatchObject({ iss: system.instance, aud: manifest.id, iat: expect.any(Number) });
  });

  it('can read its installation and the open wallet during the `installed` call', () => {
    expect(seenInside[0]).toEqual({
      installation_id: id,
      alias: expect.stringMatching(/^inst_/),
      plugin_id: manifest.id,
      delivery: 'push',
      version: '1.0.0',
      status: 'pending',
      plugin_api: '1.0',
      api_base: credentials.api_base,
      scopes: Object.keys(scopes),
      scopes_pending: [],
      settings: { region: 'tehran', api_key: 's3cret of the shop' },
      settings_revision: 1,
      plan: 'basic',
      locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
      machine_user: { id: expect.any(String) },
      installed_at: null,
      token: { last4: credentials.token.slice(-4) },
    });
    expect(seenInside[1]).toMatchObject({
      available: '0',
      held: '0',
      plan: { key: 'basic', rates: { 'ocr.page': '0.25', 'ocr.table': '0.000001' } },
    });
  });

  it('stores records, which are validated against the schema of their type', async () => {
    const made = await api.put('/records/invoice/A%2F1', { data: { number: 'A/1', amount: '12.50' } });
    expect([verdict(made), made.headers['etag'], made.headers['location']]).toEqual([
      '201',
      '"1"',
      `${credentials.api_base}/records/invoice/A%2F1`,
    ]);
    expect(made.body).toEqual({
      type: 'invoice',
      external_id: 'A/1',
      data: { number: 'A/1', amount: '12.50' },
      revision: 1,
      created_at: aTime,
      updated_at: aTime,
    });
    const changed = await api
      .put('/records/invoice/A%2F1', { data: { number: 'A/1', amount: '13' } })
      .set('if-match', '"1"');
    expect([verdict(changed), changed.headers['etag'], changed.body.data.amount]).toEqual(['200', '"2"', '13']);
    expect(verdict(await api.put('/records/invoice/A%2F1', { data: { number: 'x' } }).set('if-match', '"1"'))).toBe(
      '412 record.revision_conflict',
    );
    const wrong = await api.put('/records/invoice/A2', { data: { number: '', colour: 'red' } });
    expect(verdict(wrong)).toBe('422 record.invalid');
    expect(wrong.body.params.problems.map(({ path }: Body) => path).sort()).toEqual(['/data/colour', '/data/number']);
    expect((await api.get('/records/invoice/A%2F1')).body).toEqual(changed.body);
  });

  it('lists its records page by page, and deletes them', async () => {
    for (const number of ['b', 'c', 'd']) granted(await api.put(`/records/invoice/${number}`, { data: { number } }));
    const first = granted(await api.get('/records/invoice?limit=3'));
    const second = granted(await api.get(`/records/invoice?limit=3&cursor=${encodeURIComponent(first.next_cursor)}`));
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 1, null]);
    expect([...first.items, ...second.items].map(({ external_id }: Body) => external_id).sort()).toEqual([
      'A/1',
      'b',
      'c',
      'd',
    ]);
    const gone = await api.delete('/records/invoice/b');
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect(verdict(await api.delete('/records/invoice/b'))).toBe('404 record.not_found');
    expect(verdict(await api.get('/records/invoice/b'))).toBe('404 record.not_found');
  });

  it('creates a proposal, which changes nothing until a person applies it', async () => {
    theCase = granted(await admin.post('/cases', { title: 'Paper for the office', due_on: '2026-12-15' }));
    const body = {
      external_id: 'p-applied',
      record_type: 'case',
      action: 'update',
      record_id: theCase.id,
      base_revision: theCase.revision,
      changes: { amount: '120.5' },
      summary: 'Amount found on invoice A/1',
    };
    const made = await api.post('/proposals', body);
    expect(verdict(made)).toBe('201');
    expect(made.body).toEqual({
      ...body,
      id: anId('prp'),
      status: 'pending',
      assignee_id: null,
      reason: null,
      settled_by: null,
      revision: expect.any(Number),
      created_at: aTime,
      settled_at: null,
    });
    const again = await api.post('/proposals', body);
    expect([verdict(again), again.body]).toEqual(['200', made.body]);
    expect(verdict(await api.post('/proposals', { ...body, changes: { amount: '7' } }))).toBe(
      '409 proposal.external_id_exists',
    );
    expect((await member.get(`/cases/${theCase.id}`)).body).toEqual(theCase);

    const applied = await member.post(`/proposals/${made.body.id}/apply`);
    expect([verdict(applied), applied.body.status, applied.body.settled_by]).toEqual(['200', 'applied', 'person']);
    expect(granted(await member.get(`/cases/${theCase.id}`))).toEqual({
      ...theCase,
      amount: '120.5',
      revision: theCase.revision + 1,
      updated_at: aTime,
    });
    expect(verdict(await member.post(`/proposals/${made.body.id}/apply`))).toBe('409 proposal.settled');
  });

  it('receives the outcome of the proposal as a signed event', async () => {
    const [pushed] = await eventually(() => {
      const calls = pushedFor('p-applied');
      return calls.length > 0 && calls;
    });
    expect(pushed!.signature).toBe('valid');
    expect(pushed!.headers).toMatchObject({
      'service-installation-id': id,
      'service-attempt': '1',
      'service-event-id': pushed!.json['id'],
      'user-agent': 'Kushk/1',
    });
    expect(pushed!.json).toEqual({
      id: anId('evt'),
      type: 'plugin.proposal.settled',
      installation_id: id,
      sequence: expect.any(Number),
      created_at: aTime,
      data: {
        proposal_id: anId('prp'),
        external_id: 'p-applied',
        record_type: 'case',
        record_id: theCase.id,
        outcome: 'applied',
        reason: null,
        settled_by: 'person',
        revision: 1,
      },
    });
  });

  it('gets a second event with another id when the reason of a rejection is added later', async () => {
    const { id: proposal } = await propose('p-rejected', { amount: '9' });
    expect(granted(await member.post(`/proposals/${proposal}/reject`))).toMatchObject({
      status: 'rejected',
      reason: null,
    });
    await eventually(() => pushedFor('p-rejected').length === 1);
    expect(granted(await member.post(`/proposals/${proposal}/reason`, { reason: 'Already paid' }))).toMatchObject({
      status: 'rejected',
      reason: 'Already paid',
    });
    await eventually(() => pushedFor('p-rejected').length === 2);
    const [first, second] = pushedFor('p-rejected').map(({ json }) => json as Body);
    expect(first.data).toEqual({
      proposal_id: proposal,
      external_id: 'p-rejected',
      record_type: 'case',
      record_id: theCase.id,
      outcome: 'rejected',
      reason: null,
      settled_by: 'person',
      revision: 1,
    });
    expect(second.data).toEqual({ ...first.data, reason: 'Already paid', revision: 2 });
    expect(second.id).not.toBe(first.id);
    expect(granted(await member.get(`/cases/${theCase.id}`)).amount).toBe('120.5');
  });

  it('gets the same events in the same order by polling', async () => {
    const pages: Body[] = [];
    for (let after = ''; ; after = pages.at(-1).next_after) {
      pages.push(granted(await api.get(`/events?limit=2&after=${encodeURIComponent(after)}`)));
      if (pages.at(-1).has_more === false) break;
    }
    const polled = pages.flatMap(({ events }) => events);
    expect(polled).toEqual(plugin.events);
    expect(polled.map(({ sequence }) => sequence)).toEqual(polled.map((_, index) => polled[0].sequence + index));
    expect(granted(await api.get(`/events?after=${encodeURIComponent(pages.at(-1).next_after)}`)).events).toEqual([]);
  });

  it('has a wallet that counts gift, purchase, hold, partial settlement, release and consumption exactly', async () => {
    const wallet = `/installations/${id}/wallet`;
    const keyed = (path: string, key: string, body?: object) =>
      api.post(`/wallet/${path}`, body).set('idempotency-key', key);
    const balance = async () => {
      const { available, held } = granted(await api.get('/wallet'));
      return { available, held };
    };
    expect(verdict(await admin.post(`${wallet}/gifts`, { mu: '2', note: 'Welcome' }))).toBe('201');
    expect(granted(await admin.post(`${wallet}/purchases`, { mu: '0.5', reference: 'order 1' })).wallet).toEqual({
      available: '2.5',
      held: '0',
    });

    const hold = await keyed('holds', 'hold-1', { service: 'ocr.page', count: 5, ttl_seconds: 60, reference: 'A/1' });
    expect([verdict(hold), hold.headers['location']]).toEqual([
      '201',
      `${credentials.api_base}/wallet/holds/${hold.body.id}`,
    ]);
    expect(hold.body).toMatchObject({
      id: anId('hld'),
      status: 'open',
      service: 'ocr.page',
      count: 5,
      held: '1.25',
      rate: '0.25',
      expires_at: aTime,
      wallet: { available: '1.25', held: '1.25' },
    });
    const settled = await keyed(`holds/${hold.body.id}/settle`, 'settle-1', { count: 3 });
    expect(settled.body).toMatchObject({
      status: 'settled',
      charged: '0.75',
      released: '0.5',
      wallet: { available: '1.75', held: '0' },
    });

    const other = granted(await keyed('holds', 'hold-2', { service: 'ocr.page', count: 4 }));
    expect(await balance()).toEqual({ available: '0.75', held: '1' });
    expect((await keyed(`holds/${other.id}/release`, 'release-2')).body).toMatchObject({
      status: 'released',
      wallet: { available: '1.75', held: '0' },
    });

    const consumed = await keyed('consume', 'consume-1', { service: 'ocr.table', count: 3, reference: 'A/1' });
    expect([verdict(consumed), consumed.body.charged, consumed.body.wallet]).toEqual([
      '201',
      '0.000003',
      { available: '1.749997', held: '0' },
    ]);
    const again = await keyed('consume', 'consume-1', { service: 'ocr.table', count: 3, reference: 'A/1' });
    expect([verdict(again), again.headers['idempotency-replayed'], again.body]).toEqual(['201', 'true', consumed.body]);
    expect(consumed.headers).not.toHaveProperty('idempotency-replayed');
    expect(verdict(await keyed('consume', 'consume-1', { service: 'ocr.table', count: 4 }))).toBe(
      '409 idempotency.conflict',
    );

    const tooMuch = await keyed('consume', 'consume-2', { service: 'ocr.page', count: 8 });
    expect([verdict(tooMuch), tooMuch.body.params]).toEqual([
      '402 wallet.insufficient_balance',
      { required: '2', available: '1.749997' },
    ]);
    expect(granted(await api.get('/wallet'))).toMatchObject({
      available: '1.749997',
      held: '0',
      totals: { purchased: '0.5', gifted: '2', consumed: '0.750003', reversed: '0', revoked: '0' },
      plan: { key: 'basic' },
    });
  });

  it("gets the assistant's tool call with the person's handle, which allows reads but no writes", async () => {
    const inside: Record<string, string> = {};
    plugin.respond(
      '/service/tools/find_invoice',
      responses.choose(async ({ json }) => {
        Object.assign(inside, await probeHandle(credentials, json['handle'] as string));
        return responses.content({ found: (json['arguments'] as Body).number });
      }),
    );
    const answered = await member.post(`/installations/${id}/tools/find_invoice`, { arguments: { number: 'A/1' } });
    expect([verdict(answered), answered.body]).toEqual(['200', { content: { found: 'A/1' } }]);
    expect(inside).toEqual({
      people: '200',
      record: '200',
      secrets: '{"region":"tehran"}',
      put: '403 auth.handle_read_only',
      propose: '403 auth.handle_read_only',
      consume: '403 auth.handle_not_accepted',
      alone: '401 auth.handle_invalid',
    });
    const [call] = plugin.callsTo('/service/tools/find_invoice');
    expect(call!.signature).toBe('valid');
    expect(call!.headers).toMatchObject({ 'service-installation-id': id, 'user-agent': 'Kushk/1' });
    const me = granted(await member.get('/me'));
    expect(call!.json).toEqual({
      installation_id: id,
      user_id: me.person.id,
      arguments: { number: 'A/1' },
      handle: expect.stringMatching(/^kh_/),
    });
  });

  it('does not receive a tool call with invalid arguments', async () => {
    const before = plugin.calls.length;
    const wrong = await member.post(`/installations/${id}/tools/find_invoice`, {
      arguments: { number: 7, more: true },
    });
    expect(verdict(wrong)).toBe('422 tool.arguments_invalid');
    expect(wrong.body.params.problems.map(({ path }: Body) => path).sort()).toEqual([
      '/arguments/more',
      '/arguments/number',
    ]);
    expect(verdict(await member.post(`/installations/${id}/tools/other_tool`, { arguments: {} }))).toBe(
      '404 tool.not_found',
    );
    expect(plugin.calls.length).toBe(before);
  });

  it("appears in the publisher's monthly usage under an alias, without any id of the organisation", async () => {
    const usage = await publisher.api.get('/usage');
    const alias = expect.stringMatching(/^inst_[0-9a-hjkmnp-tv-z]{20}$/i);
    const counts = {
      mu_consumed: '0.750003',
      mu_purchased: '0.5',
      mu_gifted: '2',
      mu_reversed: '0',
      mu_revoked: '0',
      proposals_applied: 1,
      proposals_rejected: 1,
    };
    expect(verdict(usage)).toBe('200');
    expect(usage.body).toEqual({
      month: monthInTehran(),
      timezone: 'Asia/Tehran',
      starts_at: aTime,
      ends_at: aTime,
      // Another test may have registered an instance that does not answer.
      partial: expect.any(Boolean),
      final: false,
      as_of: aTime,
      plugins: [
        {
          plugin_id: manifest.id,
          totals: counts,
          installations: [
            {
              alias,
              ...counts,
              services: expect.arrayContaining([
                { service: 'ocr.page', count: 3, mu: '0.75' },
                { service: 'ocr.table', count: 3, mu: '0.000003' },
              ]),
            },
          ],
        },
      ],
    });
    const organisation = granted(await admin.get('/me')).organisation;
    for (const secret of [organisation.id, organisation.name, id, id.slice(4), system.instanceId + '"'])
      expect(usage.text).not.toContain(secret);
    expect((await publisher.api.get('/usage')).body.plugins[0].installations[0].alias).toBe(
      usage.body.plugins[0].installations[0].alias,
    );
  });

  it('leaves the store and can neither call nor be called while its release is suspended', async () => {
    for (const external_id of ['p-late-1', 'p-late-2']) await propose(external_id, { amount: '1' });
    expect(granted(await operator.post(`${release}/suspend`, { reason: 'Sends data elsewhere' }))).toMatchObject({
      status: 'suspended',
      status_reason: 'Sends data elsewhere',
    });
    expect(granted(await publisher.api.get(release))).toMatchObject({
      status: 'suspended',
      status_reason: 'Sends data elsewhere',
    });
    await holdsWithin(30_000, async () => expect(verdict(await api.get('/wallet'))).toBe('403 installation.suspended'));
    expect(verdict(await api.get('/installation'))).toBe('403 installation.suspended');
    expect(granted(await admin.get(`/installations/${id}`)).status).toBe('suspended');
    expect(verdict(await admin.get(`/store/${manifest.id}`))).toMatch(/^404 /);
    expect(granted(await admin.get('/store')).items.map(({ plugin_id }: Body) => plugin_id)).not.toContain(manifest.id);
    for (const refused of [
      api.put('/records/invoice/z', { data: { number: 'z' } }),
      api.get('/events'),
      member.post(`/installations/${id}/tools/find_invoice`, { arguments: { number: '1' } }),
    ]) {
      expect(verdict(await refused)).toBe('403 installation.suspended');
    }
  });

  it('receives the events of the suspension period, in order, when its release is resumed', async () => {
    const { items } = granted(await admin.get('/proposals?status=pending&limit=200'));
    expect(items.map(({ installation_id }: Body) => installation_id)).toContain(id);
    const waiting = items.filter(({ installation_id }: Body) => installation_id === id);
    const before = plugin.events.length;
    for (const { id: proposal } of waiting)
      granted(await admin.post(`/proposals/${proposal}/reject`, { reason: 'Not now' }));
    expect(plugin.events.length).toBe(before);
    const resumedAt = Date.now();
    expect(granted(await operator.post(`${release}/resume`)).status).toBe('published');
    await eventually(() => plugin.events.length >= before + waiting.length, 30_000);
    const late = plugin.callsTo('/service/events').slice(before);
    expect(late.every(({ at }) => at.getTime() >= resumedAt)).toBe(true);
    const sequences = plugin.events.map(({ sequence }) => sequence as number);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(verdict(await api.get('/wallet'))).toBe('200');
    expect(verdict(await admin.get(`/store/${manifest.id}`))).toBe('200');
  });

  it('loses its token at once when the admin removes it, and the `removed` call is signed with the last secret', async () => {
    expect(granted(await admin.delete(`/installations/${id}`)).status).toBe('removed');
    expect(verdict(await api.get('/installation'))).toBe('401 auth.token_invalid');
    expect(verdict(await api.get('/wallet'))).toBe('401 auth.token_invalid');
    const removed = await plugin.call('/service/lifecycle', ({ json }) => json['event'] === 'removed');
    expect(removed.body.toString('utf8')).toBe('{"event":"removed"}');
    expect([removed.signature, removed.headers['service-installation-id']]).toEqual(['valid', id]);
    expect(await issuerOf(removed, await publicKeys(instanceVisitor))).toMatchObject({
      iss: system.instance,
      aud: manifest.id,
    });
    expect(
      verdict(await member.post(`/installations/${id}/tools/find_invoice`, { arguments: { number: '1' } })),
    ).toMatch(/^4\d\d /);
    await holdsWithin(15_000, async () =>
      expect(granted(await publisher.api.get('/usage')).plugins[0].totals).toMatchObject({
        mu_consumed: '0.750003',
        proposals_rejected: 3,
      }),
    );
  });
});

/** Tests of the plugin API at `{api_base}`: the installation, its people and its own records. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingPlugin } from '@kushk/testing';
import { bearerOf, granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { admin, instanceVisitor, newPublisher, pluginApi, unique } from '../parties/parties.js';

describe('the plugin API', () => {
  let plugin: RecordingPlugin;
  let here: Installed;
  const put = (path: string, data: object, headers: Record<string, string> = {}) =>
    here.api.put(`/records/${path}`, { data }).set(headers);

  beforeAll(async () => {
    const [started, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('records')]);
    plugin = started;
    here = await installed(
      publisher,
      plugin,
      manifestOf({ id: `ir.${unique('records')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl }),
    );
  });
  afterAll(() => plugin.stop());

  it('returns the installation to its own token only', async () => {
    expect(granted(await here.api.get('/installation'))).toMatchObject({
      installation_id: here.id,
      status: 'installed',
      installed_at: expect.any(String),
      plan: 'basic',
    });
    const elsewhere = here.credentials.api_base.replace(here.id, 'ins_01m7wd5tbaez5v50h819kbvhwz');
    expect(verdict(await bearerOf(elsewhere, here.credentials.token).get('/installation'))).toBe(
      '401 auth.token_invalid',
    );
  });

  it('serves its OpenAPI 3.1 document with and without a token', async () => {
    const own = granted(await here.api.get('/openapi.json'));
    expect(own.openapi).toMatch(/^3\.1/);
    expect(granted(await instanceVisitor.get('/plugin/v1/openapi.json')).paths).toEqual(own.paths);
    expect(verdict(await bearerOf(here.credentials.api_base, 'ki_wrong').get('/openapi.json'))).toBe(
      '401 auth.token_invalid',
    );
  });

  it('lists the people to whom a proposal can be assigned', async () => {
    const { items } = granted(await here.api.get('/people'));
    const people = granted(await admin.get('/people')).items;
    expect(items).toEqual(people.map(({ id, name }: Body) => ({ id, name, assignable: true })));
    const first = granted(await here.api.get('/people?limit=1'));
    expect(
      granted(await here.api.get(`/people?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`)).items,
    ).toEqual([items[1]]);
  });

  it('stores records under any external id of 1 to 200 characters, compared exactly', async () => {
    const names = ['فاکتور ۱۴۰۵/۱', 'a', 'A', 'a b', 'a%20b', '...', 'x'.repeat(200), '🧾'.repeat(100)];
    for (const name of names)
      expect(verdict(await put(`invoice/${encodeURIComponent(name).replaceAll('.', '%2E')}`, { number: name }))).toBe(
        '201',
      );
    const { items } = granted(await here.api.get('/records/invoice?limit=200'));
    expect(items.map(({ external_id, data }: Body) => [external_id, data.number]).sort()).toEqual(
      names.map((name) => [name, name]).sort(),
    );
    for (const name of ['x'.repeat(201), '%2E', '%2E%2E'])
      expect(verdict(await put(`invoice/${name}`, { number: '1' }))).toBe('422 record.external_id_invalid');
  });

  it('accepts only the record types of the manifest', async () => {
    expect(verdict(await put('receipt/1', { number: '1' }))).toBe('404 record.type_not_found');
    expect(verdict(await here.api.get('/records/receipt'))).toBe('404 record.type_not_found');
  });

  it('writes and deletes a record only at the revision in If-Match', async () => {
    granted(await put('invoice/rev', { number: '1' }));
    granted(await put('invoice/rev', { number: '2' }, { 'if-match': '"1"' }));
    const stale = await put('invoice/rev', { number: '3' }, { 'if-match': '"1"' });
    expect(verdict(stale)).toBe('412 record.revision_conflict');
    expect(verdict(await here.api.delete('/records/invoice/rev').set('if-match', '"1"'))).toBe(
      '412 record.revision_conflict',
    );
    expect(verdict(await put('invoice/rev', { number: '3' }, { 'if-match': 'x' }))).toBe('400 request.malformed');
    for (const condition of ['W/"1"', '"8", "9"'])
      expect(verdict(await put('invoice/rev', { number: '3' }, { 'if-match': condition }))).toBe(
        '412 record.revision_conflict',
      );
    expect(verdict(await put('invoice/rev', { number: '3' }, { 'if-none-match': '*' }))).toBe(
      '412 record.revision_conflict',
    );
    expect(verdict(await put('invoice/first', { number: '1' }, { 'if-none-match': '*' }))).toBe('201');
    expect(granted(await here.api.get('/records/invoice/rev')).data).toEqual({ number: '2' });
    expect(verdict(await here.api.delete('/records/invoice/rev').set('if-match', '"2"'))).toBe('204');
  });

  it('replays a write with the same idempotency key, and creates one record', async () => {
    const first = await put('invoice/keyed', { number: '1' }, { 'idempotency-key': 'k1' });
    const again = await put('invoice/keyed', { number: '1' }, { 'idempotency-key': 'k1' });
    expect([verdict(first), verdict(again), again.headers['idempotency-replayed'], again.body.revision]).toEqual([
      '201',
      '201',
      'true',
      1,
    ]);
    expect(verdict(await put('invoice/keyed', { number: '2' }, { 'idempotency-key': 'k1' }))).toBe(
      '409 idempotency.conflict',
    );
  });

  it('rejects a request without the required scope, and names that scope', async () => {
    const publisher = await newPublisher('narrow');
    const other = await RecordingPlugin.start();
    try {
      const {
        scopes: _scopes,
        records: _records,
        proposals: _proposals,
        services: _services,
        plans: _plans,
        ...rest
      } = manifestOf({ id: `ir.${unique('narrow')}.reader`, publisher: publisher.id, baseUrl: other.baseUrl });
      const narrow = {
        ...rest,
        scopes: { 'cases.read': 'Reads' },
        records: [],
        proposals: [],
        services: [],
        plans: [],
      };
      granted(await admin.post('/dev/releases', { manifest: narrow }));
      const { installation_id } = granted(
        await admin.post('/installations', {
          plugin_id: narrow.id,
          settings: { region: 'x' },
          consent: { scopes: ['cases.read'], base_url: narrow.base_url },
        }),
      );
      const api = pluginApi(await other.credentials(installation_id));
      for (const [answered, scope] of [
        [api.get('/records/invoice'), 'records.own'],
        [api.get('/people'), 'proposals.*'],
        [api.get('/wallet'), 'wallet.consume'],
      ] as const) {
        const { body, status } = await answered;
        expect([status, body.code, body.params]).toEqual([403, 'auth.scope_missing', { scope }]);
      }
    } finally {
      await other.stop();
    }
  });
});

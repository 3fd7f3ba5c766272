/** Tests of all routes below `/developer/v1`. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { granted, verdict, type Body } from '../parties/client.js';
import { manifestOf, type Manifest } from '../parties/invoices.js';
import {
  hubVisitor,
  newPublisher,
  operator,
  publisherApi,
  reviewer,
  takeForReview,
  unique,
  type Publisher,
} from '../parties/parties.js';

describe('the publisher API', () => {
  let publisher: Publisher;
  let other: Publisher;
  let manifest: Manifest;

  const versioned = (version: string): Manifest => ({ ...manifest, version });
  beforeAll(async () => {
    [publisher, other] = await Promise.all([newPublisher('acme'), newPublisher('other')]);
    manifest = manifestOf({
      id: `ir.${unique('acme')}.invoices`,
      publisher: publisher.id,
      baseUrl: 'http://localhost:9',
    });
    granted(await publisher.api.post('/releases', { manifest }));
  });

  it('returns the publisher of the key, and never the key', async () => {
    const me = await publisher.api.get('/me');
    expect(me.body).toEqual({
      publisher: { id: publisher.id, name: 'Publisher acme' },
      key: {
        id: expect.stringMatching(/^key_/),
        label: 'test',
        last4: publisher.key.slice(-4),
        created_at: expect.any(String),
        last_used_at: expect.anything(),
        expires_at: null,
        scopes: ['read', 'submit', 'usage', 'access', 'manage'],
        plugin_id: null,
      },
    });
    expect(me.text).not.toContain(publisher.key);
    expect(me.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it("uses and returns the caller's request id and trace", async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answered = await publisher.api.get('/me').set({ 'x-request-id': 'ci-run-17', traceparent });
    expect(answered.headers).toMatchObject({ 'x-request-id': 'ci-run-17', traceparent });
    const refused = await hubVisitor.get('/developer/v1/me').set({ 'x-request-id': 'ci-run-18' });
    expect([refused.headers['x-request-id'], refused.body.request_id]).toEqual(['ci-run-18', 'ci-run-18']);
  });

  it('lists all releases of a plugin, newest submission first', async () => {
    for (const version of ['2.0.0', '1.5.0'])
      granted(await publisher.api.post('/releases', { manifest: versioned(version) }));
    const { plugins } = granted(await publisher.api.get('/plugins'));
    expect(plugins.map(({ id }: Body) => id)).toEqual([manifest.id]);
    expect(plugins[0].releases.map(({ version }: Body) => version)).toEqual(['1.5.0', '2.0.0', '1.0.0']);
    for (const hidden of ['manifest', 'diff', 'signature', 'fleet'])
      expect(plugins[0].releases[0]).not.toHaveProperty(hidden);
    expect(granted(await other.api.get('/plugins'))).toEqual({ plugins: [] });
  });

  describe('a submission', () => {
    it('is replayed with the same release when its idempotency key is repeated', async () => {
      const body = { manifest: versioned('3.0.0'), requested_tier: 'community', notes: 'یادداشت' };
      const first = await publisher.api.post('/releases', body).set('idempotency-key', 'ci:3.0.0');
      const again = await publisher.api.post('/releases', body).set('idempotency-key', 'ci:3.0.0');
      expect([verdict(first), verdict(again), again.headers['idempotency-replayed']]).toEqual(['201', '201', 'true']);
      expect(again.body).toEqual(first.body);
      expect(
        verdict(await publisher.api.post('/releases', { ...body, notes: '' }).set('idempotency-key', 'ci:3.0.0')),
      ).toBe('409 idempotency.conflict');
    });

    it('returns all structural problems of the manifest together', async () => {
      const { schema: _schema, names: _names, ...rest } = versioned('4.0.0');
      const refused = await publisher.api.post('/releases', {
        manifest: { ...rest, id: 'NotReverse', colour: 'red', base_url: 'ftp://x' },
      });
      expect(verdict(refused)).toBe('422 catalogue.manifest_invalid');
      expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(refused.body).toEqual({
        type: expect.stringMatching(/\/errors\/catalogue\.manifest_invalid$/),
        title: expect.any(String),
        status: 422,
        detail: expect.stringContaining('5'),
        code: 'catalogue.manifest_invalid',
        params: { problems: expect.any(Array), warnings: [expect.objectContaining({ code: 'rate_missing' })] },
        request_id: expect.stringMatching(/^req_/),
      });
      const { problems } = refused.body.params;
      expect(problems.map(({ path }: Body) => path).sort()).toEqual([
        '/base_url',
        '/colour',
        '/id',
        '/names',
        '/schema',
      ]);
      for (const problem of problems)
        expect(problem).toMatchObject({
          code: expect.any(String),
          message: expect.any(String),
          message_fa: expect.any(String),
          stage: 'submission',
        });
      expect(verdict(await publisher.api.post('/releases', {}))).toBe('422 catalogue.manifest_invalid');
    });

    it('is accepted with warnings when only instances would reject the release', async () => {
      const { 'records.own': _dropped, ...fewer } = manifest.scopes;
      const warned = granted(
        await publisher.api.post('/releases', { manifest: { ...versioned('4.1.0'), scopes: fewer } }),
      );
      const errors = warned.warnings.filter(({ severity }: Body) => severity === 'error');
      expect([warned.status, errors.length]).toEqual(['submitted', 1]);
      expect(errors[0]).toMatchObject({
        severity: 'error',
        stage: 'instance',
        message: expect.stringContaining('records.own'),
        message_fa: expect.any(String),
      });
    });

    it('is checked in order: notes and tier, manifest structure, publisher, owner of the plugin', async () => {
      const bad = { ...versioned('5.0.0'), publisher: 'someone', colour: 'red' };
      const submit = async (body: object, by = publisher) => verdict(await by.api.post('/releases', body));
      expect(await submit({ manifest: bad, requested_tier: 'golden' })).toBe('422 request.invalid');
      expect(await submit({ manifest: bad, notes: 'x'.repeat(4_001) })).toBe('422 request.invalid');
      expect(await submit({ manifest: bad, notes: 7 })).toBe('422 request.invalid');
      expect(await submit({ manifest: bad, notes: 'x'.repeat(4_000) })).toBe('422 catalogue.manifest_invalid');
      expect(await submit({ manifest: { ...versioned('1.0.0'), publisher: 'someone' } })).toBe(
        '403 catalogue.publisher_mismatch',
      );
      expect(await submit({ manifest: { ...versioned('1.0.0'), publisher: other.id } }, other)).toBe(
        '409 catalogue.plugin_owned_elsewhere',
      );
      expect(await submit({ manifest: versioned('1.0.0'), notes: null, requested_tier: null })).toBe(
        '409 catalogue.version_exists',
      );
    });

    it('can be checked without being stored', async () => {
      expect(granted(await publisher.api.post('/checks', { manifest: versioned('6.0.0') }))).toMatchObject({
        warnings: [{ code: 'rate_missing' }],
      });
      expect(verdict(await publisher.api.post('/checks', { manifest: { ...versioned('6.0.0'), colour: 'red' } }))).toBe(
        '422 catalogue.manifest_invalid',
      );
      expect(verdict(await publisher.api.get(`/releases/${manifest.id}/6.0.0`))).toBe(
        '404 catalogue.release_not_found',
      );
    });
  });

  it('of another publisher gets the same 404 as one that does not exist', async () => {
    const foreign = await other.api.get(`/releases/${manifest.id}/1.0.0`).set('x-request-id', 'same');
    const absent = await other.api.get('/releases/ir.nobody.nothing/9.9.9').set('x-request-id', 'same');
    expect(verdict(foreign)).toBe('404 catalogue.release_not_found');
    expect(foreign.text).toBe(absent.text);
    expect(verdict(await other.api.post(`/releases/${manifest.id}/1.0.0/withdraw`, { reason: 'mine now' }))).toBe(
      '404 catalogue.release_not_found',
    );
  });

  it('can be withdrawn by its publisher', async () => {
    const withdrawn = granted(
      await publisher.api.post(`/releases/${manifest.id}/1.5.0/withdraw`, { reason: 'Wrong file' }),
    );
    expect(withdrawn).toMatchObject({ status: 'withdrawn', status_reason: 'Wrong file' });
    const path = `/releases/${manifest.id}/2.0.0`;
    await takeForReview(path);
    granted(await reviewer.post(`${path}/approve`, { tier: 'community', publish: true }));
    const [found] = granted(await publisher.api.get('/plugins')).plugins;
    expect(found.latest_published).toBe('2.0.0');
  });

  it('shows its difference to the newest published version', async () => {
    const [plan] = manifest.plans;
    const raised = { ...versioned('2.1.0'), plans: [{ ...plan, rates: { ...plan!.rates, 'ocr.page': '0.5' } }] };
    const { diff } = granted(await publisher.api.post('/releases', { manifest: raised }));
    expect(diff).toMatchObject({ previous: '2.0.0', class: 'consent' });
    expect(diff.changes).toContainEqual(expect.objectContaining({ before: '0.25', after: '0.5' }));
  });

  describe('usage', () => {
    it('is reported for months in Tehran time', async () => {
      const october = granted(await publisher.api.get('/usage?month=2026-10'));
      expect(october).toMatchObject({
        month: '2026-10',
        timezone: 'Asia/Tehran',
        starts_at: '2026-09-30T20:30:00.000Z',
        ends_at: '2026-10-31T20:30:00.000Z',
        partial: false,
        final: true,
      });
      expect(october.plugins).toEqual([
        {
          plugin_id: manifest.id,
          totals: {
            mu_consumed: '0',
            mu_purchased: '0',
            mu_gifted: '0',
            mu_reversed: '0',
            mu_revoked: '0',
            proposals_applied: 0,
            proposals_rejected: 0,
          },
          installations: [],
        },
      ]);
    });

    it.each(['2026-13', '2026-1', 'november', '1999-12', '2026-11-01', '%00'])(
      'is rejected for the invalid month "%s"',
      async (month) => {
        expect(verdict(await publisher.api.get(`/usage?month=${month}`))).toMatch(
          /^422 (usage\.month_invalid|request\.invalid)$/,
        );
      },
    );

    it('rejects a future month, and rejects a Jalali month with a hint in the error', async () => {
      const jalali = await publisher.api.get('/usage?month=1405-08');
      expect([verdict(jalali), jalali.body.params.hint]).toEqual([
        '422 usage.month_invalid',
        expect.stringContaining('2026-10'),
      ]);
      expect(verdict(await publisher.api.get('/usage?month=2999-01'))).toBe('422 usage.month_in_future');
    });

    it('has no statement for a month in which the publisher had no installation', async () => {
      expect(granted(await publisher.api.get('/usage/statements'))).toEqual({ items: [], next_cursor: null });
      expect(verdict(await publisher.api.get('/usage/statement?month=2020-01'))).toBe('404 usage.statement_not_found');
      const { keys } = granted(await publisher.api.get('/usage/statement/keys'));
      expect(keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519' }]);
    });

    it('is partial while a registered instance does not respond, and complete again after its removal', async () => {
      const id = unique('silent');
      granted(await operator.post('/instances', { id, name: 'Never answers', plugin_api: '1.0' }));
      try {
        expect(granted(await publisher.api.get('/usage'))).toMatchObject({ partial: true, final: false });
      } finally {
        expect(verdict(await operator.delete(`/instances/${id}`))).toBe('204');
      }
      expect(granted(await publisher.api.get('/usage')).partial).toBe(false);
    });
  });

  it('identifies the key of a request, and rejects a revoked key at once', async () => {
    const { key, secret } = granted(await operator.post(`/publishers/${publisher.id}/keys`, { label: 'second' }));
    expect(granted(await publisherApi(secret).get('/me')).key).toMatchObject({ id: key.id, label: 'second' });
    expect(verdict(await operator.delete(`/publishers/${publisher.id}/keys/${key.id}`))).toBe('204');
    const refused = await publisherApi(secret).get('/me');
    expect([verdict(refused), refused.headers['www-authenticate']]).toEqual([
      '401 auth.publisher_key_invalid',
      'Bearer',
    ]);
    expect(verdict(await publisher.api.get('/me'))).toBe('200');
  });

  it('serves its OpenAPI 3.1 document without authentication', async () => {
    const described = granted(await hubVisitor.get('/developer/v1/openapi.json'));
    expect(described.openapi).toMatch(/^3\.1/);
    expect(
      Object.keys(described.paths)
        .map((path) => path.replace('/developer/v1', ''))
        .sort(),
    ).toEqual([
      '/checks',
      '/me',
      '/oidc/exchange',
      '/plugins',
      '/plugins/summaries',
      '/plugins/{plugin_id}/access',
      '/plugins/{plugin_id}/access-codes',
      '/plugins/{plugin_id}/access-codes/{code_id}',
      '/plugins/{plugin_id}/access/{access_id}',
      '/plugins/{plugin_id}/deprecation',
      '/plugins/{plugin_id}/releases',
      '/releases',
      '/releases/{plugin_id}/{version}',
      '/releases/{plugin_id}/{version}/appeal',
      '/releases/{plugin_id}/{version}/comments',
      '/releases/{plugin_id}/{version}/manifest',
      '/releases/{plugin_id}/{version}/return',
      '/releases/{plugin_id}/{version}/rollout',
      '/releases/{plugin_id}/{version}/withdraw',
      '/usage',
      '/usage/installations',
      '/usage/months',
      '/usage/statement',
      '/usage/statement/keys',
      '/usage/statements',
    ]);
  });
});

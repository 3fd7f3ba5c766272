/** Tests of all routes below `/operator/v1`. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted, verdict, type Body, type Client } from '../parties/client.js';
import { manifestOf } from '../parties/invoices.js';
import { admin, newPublisher, operator, publisherApi, reviewer, unique, type Publisher } from '../parties/parties.js';

describe('the operator API', () => {
  let publisher: Publisher;

  beforeAll(async () => {
    publisher = await newPublisher('ledger');
  });

  describe('publisher and key management', () => {
    it('adds a publisher once and lists it', async () => {
      const id = unique('added-');
      const added = await operator.post('/publishers', { id, name: 'تازه' });
      expect([verdict(added), added.body, added.headers['location']]).toEqual([
        '201',
        { id, name: 'تازه' },
        `/operator/v1/publishers/${id}`,
      ]);
      expect(verdict(await operator.post('/publishers', { id, name: 'Again' }))).toBe('409 catalogue.publisher_exists');
      expect(granted(await operator.get('/publishers')).items).toContainEqual({ id, name: 'تازه' });
      expect(verdict(await operator.post('/publishers', { id: 'Not An Id', name: 'x' }))).toBe('422 request.invalid');
    });

    it("returns a key's secret once, and not in an idempotent replay", async () => {
      const issue = () =>
        operator
          .post(`/publishers/${publisher.id}/keys`, { label: 'CI' })
          .set('idempotency-key', `issue:${publisher.id}`);
      const first = await issue();
      expect([verdict(first), first.body]).toEqual([
        '201',
        {
          key: {
            id: expect.stringMatching(/^key_/),
            label: 'CI',
            last4: first.body.secret.slice(-4),
            created_at: expect.any(String),
            last_used_at: null,
            expires_at: null,
            revoked_at: null,
            scopes: ['read', 'submit', 'usage', 'access', 'manage'],
            plugin_id: null,
          },
          secret: expect.stringMatching(/^kp_[0-9A-Za-z]{36}$/),
        },
      ]);
      const again = await issue();
      expect([again.body.key, again.body.secret ?? null, again.headers['idempotency-replayed']]).toEqual([
        first.body.key,
        null,
        'true',
      ]);
      const listed = await operator.get(`/publishers/${publisher.id}/keys`);
      expect(listed.body.items.map(({ id }: Body) => id)).toContain(first.body.key.id);
      expect(listed.text).not.toContain(first.body.secret);
    });

    it('rejects a key after its expiry', async () => {
      const issue = async (ms: number): Promise<string> =>
        granted(
          await operator.post(`/publishers/${publisher.id}/keys`, {
            label: 'short',
            expires_at: new Date(Date.now() + ms).toISOString(),
          }),
        ).secret;
      const [short, long] = [await issue(3_000), await issue(3_600_000)];
      await eventually(async () => verdict(await publisherApi(short).get('/me')) === '401 auth.publisher_key_invalid');
      expect(verdict(await publisherApi(long).get('/me'))).toBe('200');
    });

    it('shows no registry where none is configured, and to operators alone', async () => {
      expect(verdict(await operator.get('/registry'))).toBe('404 registry.not_found');
      expect(verdict(await reviewer.get('/registry'))).toBe('403 auth.role_missing');
    });

    it('returns 404 for the keys of an unknown publisher', async () => {
      expect(verdict(await operator.post('/publishers/nobody/keys', { label: 'x' }))).toMatch(/^404 /);
      expect(verdict(await operator.delete(`/publishers/${publisher.id}/keys/key_nothing`))).toMatch(/^404 /);
    });
  });

  describe('roles', () => {
    const release = '/releases/ir.nobody.nothing/1.0.0';
    it.each<[string, () => Client, (as: Client) => ReturnType<Client['get']>]>([
      ['a reviewer adds no publisher', () => reviewer, (as) => as.post('/publishers', { id: 'x', name: 'x' })],
      ['a reviewer does not suspend', () => reviewer, (as) => as.post(`${release}/suspend`, { reason: 'x' })],
      ['an operator does not approve', () => operator, (as) => as.post(`${release}/approve`, { tier: 'verified' })],
      ['an operator does not take a release', () => operator, (as) => as.post(`${release}/take`)],
    ])('are enforced: %s', async (_, who, send) => {
      expect(verdict(await send(who()))).toBe('403 auth.role_missing');
    });
  });

  describe('a release', () => {
    let path: string;
    let count = 0;
    const submitted = async (): Promise<string> => {
      const manifest = manifestOf({
        id: `ir.${unique('ledger')}.invoices`,
        publisher: publisher.id,
        baseUrl: 'http://localhost:9',
        version: `1.0.${(count += 1)}`,
      });
      granted(await publisher.api.post('/releases', { manifest }));
      return `/releases/${manifest.id}/${manifest.version}`;
    };
    const move = (as: Client, verb: string, body?: object) => as.post(`${path}/${verb}`, body);
    const invalid = async (answered: ReturnType<Client['post']>) => {
      const { body } = await answered;
      return [body.code, body.params.from, body.params.to, body.params.allowed];
    };

    it('can be given back to the queue, taken again and rejected with a reason', async () => {
      path = await submitted();
      expect(granted(await move(reviewer, 'take')).status).toBe('in_review');
      expect(granted(await move(reviewer, 'give_back'))).toMatchObject({ status: 'submitted' });
      expect(granted(await move(reviewer, 'take')).status).toBe('in_review');
      expect(verdict(await move(reviewer, 'reject', {}))).toBe('422 request.invalid');
      expect(granted(await move(reviewer, 'reject', { notes: 'Asks for too much' }))).toMatchObject({
        status: 'rejected',
        review_notes: 'Asks for too much',
      });
      expect(granted(await publisher.api.get(path))).toMatchObject({
        status: 'rejected',
        review_notes: 'Asks for too much',
        tier: null,
        signature: null,
      });
      expect(await invalid(move(operator, 'publish'))).toEqual([
        'catalogue.transition_invalid',
        'rejected',
        'published',
        [],
      ]);
      expect(await invalid(move(operator, 'withdraw', { reason: 'x' }))).toEqual([
        'catalogue.transition_invalid',
        'rejected',
        'withdrawn',
        [],
      ]);
    });

    it('rejects every transition that its status does not allow, and lists the allowed ones', async () => {
      path = await submitted();
      expect(await invalid(move(operator, 'publish'))).toEqual([
        'catalogue.transition_invalid',
        'submitted',
        'published',
        ['in_review', 'withdrawn'],
      ]);
      expect(await invalid(move(reviewer, 'approve', { tier: 'verified' }))).toEqual([
        'catalogue.transition_invalid',
        'submitted',
        'approved',
        ['in_review', 'withdrawn'],
      ]);
      granted(await move(reviewer, 'take'));
      granted(await move(reviewer, 'approve', { tier: 'private', notes: 'For one customer', publish: true }));
      expect(await invalid(move(operator, 'resume'))).toEqual([
        'catalogue.transition_invalid',
        'published',
        'published',
        ['suspended', 'withdrawn'],
      ]);
      expect(granted(await move(operator, 'suspend', { reason: 'Looked at' }))).toMatchObject({
        status: 'suspended',
        tier: 'private',
      });
      expect(granted(await move(operator, 'resume'))).toMatchObject({ status: 'published', status_reason: null });
      expect(granted(await move(operator, 'withdraw', { reason: 'The end' }))).toMatchObject({
        status: 'withdrawn',
        status_reason: 'The end',
      });
      expect(await invalid(move(operator, 'resume'))).toEqual([
        'catalogue.transition_invalid',
        'withdrawn',
        'published',
        [],
      ]);
      const pluginId = path.split('/')[2]!;
      await eventually(async () => verdict(await admin.get(`/store/${pluginId}`)).startsWith('404'));
    });

    it('is returned to staff with its manifest, and is listed in the queue by status', async () => {
      path = await submitted();
      const seen = granted(await reviewer.get(path));
      expect(seen).toMatchObject({
        status: 'submitted',
        publisher_id: publisher.id,
        manifest: { publisher: publisher.id },
      });
      const queue = async (status: string) =>
        granted(await operator.get(`/reviews?status=${status}&limit=200`)).items.map(
          (item: Body) => `/releases/${item.plugin_id}/${item.version}`,
        );
      await eventually(async () => (await queue('submitted')).includes(path));
      granted(await move(reviewer, 'take'));
      expect(await queue('in_review')).toContain(path);
      expect(await queue('submitted')).not.toContain(path);
      expect(verdict(await operator.get('/reviews?status=lost'))).toBe('422 request.invalid');
    });

    it('that was never submitted gives 404', async () => {
      path = '/releases/ir.nobody.nothing/1.0.0';
      for (const answered of [
        reviewer.get(path),
        move(reviewer, 'take'),
        move(operator, 'publish'),
        move(operator, 'suspend', { reason: 'x' }),
      ]) {
        expect(verdict(await answered)).toBe('404 catalogue.release_not_found');
      }
    });
  });

  it('registers an instance, updates its plugin API after an upgrade, and removes it', async () => {
    const id = unique('inst');
    const body = { id, name: 'سامانهٔ دیگر', plugin_api: '0.1' };
    const registered = await operator.post('/instances', body);
    try {
      expect([verdict(registered), registered.body]).toEqual([
        '201',
        expect.objectContaining({ ...body, registered_at: expect.any(String) }),
      ]);
      expect(granted(await operator.post('/instances', { ...body, plugin_api: '0.2' }))).toEqual({
        ...registered.body,
        plugin_api: '0.2',
      });
      // This system has a single NATS server without accounts. apps/e2e/src/fleet/links.int-spec.ts tests NATS
      // accounts.
      expect(registered.body).toMatchObject({
        link: null,
        pinned_keys: { keys: [{ signs: 'status' }, { signs: 'approval' }] },
      });
      expect(verdict(await operator.post(`/instances/${id}/rotate`, {}))).toBe('409 instance.link_unavailable');
      expect(verdict(await reviewer.post(`/instances/${id}/rotate`, {}))).toBe('403 auth.role_missing');
      // Only the response to the registration contains the link's NATS credentials; the list of instances does not.
      const { link: _link, pinned_keys: _pinned, ...instance } = registered.body;
      expect(granted(await operator.get('/instances')).items).toContainEqual({
        ...instance,
        plugin_api: '0.2',
        software_version: null,
        has_account: false,
        health: expect.objectContaining({ state: expect.any(String), last_report_at: null }),
      });
    } finally {
      // An instance that never responds would make every publisher's usage partial.
      expect(verdict(await operator.delete(`/instances/${id}`))).toBe('204');
    }
    expect(verdict(await operator.post('/instances', { ...body, id: 'hub' }))).toBe('422 request.invalid');
    expect(verdict(await operator.delete(`/instances/${id}`))).toMatch(/^404 /);
    expect(verdict(await operator.post(`/instances/${id}/rotate`, {}))).toBe('404 instance.not_found');
    expect(granted(await operator.get('/instances')).items.map((item: Body) => item.id)).not.toContain(id);
  });
});

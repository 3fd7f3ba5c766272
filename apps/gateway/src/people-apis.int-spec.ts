import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, delivery, installation, review, workspace, type OrganisationResource } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { refused, accepted } from './test-harness/outcomes.js';
import { startGateway, type GatewayUnderTest } from './test-harness/start-gateway.js';

const organisation: OrganisationResource = {
  id: 'org_1',
  name: 'سپهر',
  locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
  created_at: '2026-01-01T00:00:00Z',
};

async function signedIn(
  gateway: GatewayUnderTest,
  subject: string,
  overrides?: Parameters<GatewayUnderTest['signIn']['token']>[1],
): Promise<HttpClient> {
  return httpClient(gateway.port, { authorization: `Bearer ${await gateway.signIn.token(subject, overrides)}` });
}

describe("the API of an organisation's people", () => {
  let gateway: GatewayUnderTest;
  let admin: HttpClient;
  let member: HttpClient;

  beforeAll(async () => {
    gateway = await startGateway('instance');
    await gateway.services.respond(workspace.authenticatePerson, ({ subject, organisation_id }) => {
      if (subject === 'both' && organisation_id === null)
        return refused('organisation.required', { organisations: ['org_1', 'org_2'] });
      if (subject !== 'admin' && subject !== 'member' && subject !== 'both')
        return refused('auth.role_missing', { required: ['admin', 'member'] });
      return accepted({
        organisation,
        person: { id: `per_${subject}`, name: subject, role: subject === 'admin' ? 'admin' : 'member' },
      });
    });
    admin = await signedIn(gateway, 'admin');
    member = await signedIn(gateway, 'member');
  });
  afterAll(() => gateway.stop());

  it('says who is signed in', async () => {
    expect((await member('/instance/v1/me')).json).toEqual({
      organisation,
      person: { id: 'per_member', name: 'member', role: 'member' },
    });
  });

  it('asks who belongs to several for one of them', async () => {
    const both = await signedIn(gateway, 'both');
    const answered = await both('/instance/v1/me');
    expect([statusAndCode(answered), answered.json['params']]).toEqual([
      '400 organisation.required',
      { organisations: ['org_1', 'org_2'] },
    ]);
    expect((await both('/instance/v1/me', { headers: { 'service-organisation': 'org_1' } })).status).toBe(200);
  });

  it.each<[string, () => Promise<string>]>([
    ['of another audience', () => gateway.signIn.token('admin', { audience: 'urn:other' })],
    ['of another issuer', () => gateway.signIn.token('admin', { issuer: 'https://elsewhere.example' })],
    ['that has expired', () => gateway.signIn.token('admin', { expires: '1 minute ago' })],
    ['that was changed', async () => `${(await gateway.signIn.token('admin')).slice(0, -8)}AAAAAAAA`],
    ['of a plugin', async () => newCredential('ki')],
  ])('refuses a token %s, without asking the workspace', async (_, token) => {
    const before = gateway.services.received.length;
    const answered = await httpClient(gateway.port, { authorization: `Bearer ${await token()}` })('/instance/v1/me');
    expect(statusAndCode(answered)).toBe('401 auth.token_invalid');
    expect(gateway.services.received.length).toBe(before);
  });

  it('refuses who signed in but belongs to nothing', async () => {
    expect(statusAndCode(await (await signedIn(gateway, 'stranger'))('/instance/v1/me'))).toBe('403 auth.role_missing');
  });

  it('lets only admins install, and only the platform make organisations', async () => {
    const body = { plugin_id: 'ir.acme.a', consent: { scopes: [] } };
    const refused = await member('/instance/v1/installations', { json: body });
    expect([statusAndCode(refused), refused.json['params']]).toEqual([
      '403 auth.role_missing',
      { required: ['admin'] },
    ]);
    expect(statusAndCode(await admin('/instance/v1/organisations', { json: {} }))).toBe('403 auth.role_missing');
  });

  it('installs with what stands in the body and in the organisation', async () => {
    const end = await gateway.services.respond(installation.install, () =>
      accepted({ installation_id: 'ins_1' } as never),
    );
    const answered = await admin('/instance/v1/installations', {
      json: {
        plugin_id: 'ir.acme.a',
        plan: 'basic',
        consent: { scopes: ['records.own'], base_url: 'http://localhost:1' },
      },
      headers: { 'idempotency-key': 'k1' },
    });
    await end();
    expect([answered.status, answered.headers['location']]).toEqual([201, '/instance/v1/installations/ins_1']);
    expect(gateway.services.requestsOf(installation.install)).toEqual([
      {
        organisation_id: 'org_1',
        by: 'per_admin',
        plugin_id: 'ir.acme.a',
        version: null,
        plan: 'basic',
        settings: {},
        consent: { scopes: ['records.own'], base_url: 'http://localhost:1' },
        locale: organisation.locale,
        idempotency: { scope: 'person:per_admin', key: 'k1', input_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
  });

  it('finds every problem of a body at once', async () => {
    const { json } = await admin('/instance/v1/installations', {
      json: { plugin: 'x', plan: 3, consent: { scopes: 'all' } },
    });
    const problems = (json['params'] as { problems: { path: string; code: string }[] }).problems;
    expect(problems.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      '/consent/scopes type',
      '/plan type',
      '/plugin unknown_field',
      '/plugin_id required',
    ]);
  });

  describe('a tool', () => {
    const call = (json: unknown) => member('/instance/v1/installations/ins_1/tools/find_invoice', { json });

    it('is called for the person with a handle that was sealed for this call', async () => {
      const ends = [
        await gateway.services.respond(installation.prepareToolCall, ({ installation_id }) =>
          accepted({ installation_id, plugin_id: 'ir.acme.a', handle: 'kh_sealed', call_id: 'cal_1' }),
        ),
        await gateway.services.respond(delivery.callTool, ({ handle, user_id }) =>
          accepted({ content: [{ handle, user_id }] }),
        ),
      ];
      const answered = await call({ arguments: { number: 'F-1' } });
      for (const end of ends) await end();
      expect([answered.status, answered.json]).toEqual([
        200,
        { content: [{ handle: 'kh_sealed', user_id: 'per_member' }] },
      ]);
      const asked = gateway.services.received.at(-1)!;
      expect(asked.deadline - Date.now()).toBeGreaterThan(10_000);
    });

    it.each([
      ['tool.not_found', 404],
      ['tool.arguments_invalid', 422],
      ['installation.suspended', 403],
      ['tool.unreachable', 502],
      ['tool.timeout', 504],
    ])('is refused with %s as %i', async (code, status) => {
      const end = await gateway.services.respond(installation.prepareToolCall, () => refused(code));
      expect(statusAndCode(await call({}))).toBe(`${status} ${code}`);
      await end();
    });
  });

  it('does not give credentials or development releases in production', async () => {
    const production = await startGateway('instance', { KUSHK_ENVIRONMENT: 'production' });
    try {
      await production.services.respond(workspace.authenticatePerson, () =>
        accepted({ organisation, person: { id: 'per_1', name: 'a', role: 'admin' } }),
      );
      const client = await signedIn(production, 'admin');
      expect(statusAndCode(await client('/instance/v1/installations/ins_1/credentials', { method: 'POST' }))).toBe(
        '404 route.not_found',
      );
      expect(statusAndCode(await client('/instance/v1/dev/releases', { json: { manifest: {} } }))).toBe(
        '404 route.not_found',
      );
      const purchase = await client('/instance/v1/installations/ins_1/wallet/purchases', { json: { mu: '1' } });
      expect([statusAndCode(purchase), purchase.json['params']]).toEqual([
        '403 auth.role_missing',
        { required: ['billing'] },
      ]);
      expect(purchase.headers['ratelimit-policy']).toBe('"person";q=1200;w=60;qb=300');
    } finally {
      await production.stop();
    }
  });

  it('is 503 when the sign-in provider cannot be reached, and says which part it is', async () => {
    const alone = await startGateway('instance', { KUSHK_OIDC_ISSUER: 'http://127.0.0.1:9' });
    try {
      const answered = await (
        await signedIn(gateway, 'admin').then(async () =>
          httpClient(alone.port, { authorization: `Bearer ${await gateway.signIn.token('admin')}` }),
        )
      )('/instance/v1/me');
      expect([statusAndCode(answered), answered.json['params']]).toEqual([
        '503 service.unavailable',
        { service: 'sign_in' },
      ]);
    } finally {
      await alone.stop();
    }
  });
});

describe("the API of the operator's staff", () => {
  let gateway: GatewayUnderTest;
  let reviewer: HttpClient;

  beforeAll(async () => {
    gateway = await startGateway('hub');
    await gateway.services.respond(catalogue.authenticateStaff, ({ subject }) =>
      subject === 'reviewer' ? accepted({ subject, roles: ['reviewer'] }) : refused('auth.role_missing'),
    );
    await gateway.services.respond(catalogue.getReleaseForStaff, ({ plugin_id, after_review }) =>
      plugin_id === 'ir.absent'
        ? refused('catalogue.release_not_found')
        : plugin_id === 'ir.gone'
          ? accepted({ plugin_id, status: 'withdrawn' } as never)
          : accepted({
              plugin_id,
              status: after_review === undefined ? 'submitted' : 'in_review',
              seen: after_review ?? null,
            } as never),
    );
    reviewer = await signedIn(gateway, 'reviewer');
  });
  afterAll(() => gateway.stop());

  it('answers a review command with the release as the catalogue knows it afterwards', async () => {
    const end = await gateway.services.respond(review.takeReview, ({ plugin_id, version, by }) =>
      accepted({
        plugin_id,
        version,
        taken_by: by,
        status: 'in_review',
        requested_tier: '',
        submitted_at: '',
        publisher_id: 'acme',
        kind: 'external',
        diff_class: null,
        revision: 3,
      }),
    );
    const { status, json } = await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/take', { method: 'POST' });
    await end();
    expect([status, json]).toEqual([200, { plugin_id: 'ir.acme.a', status: 'in_review', seen: 3 }]);
    expect(gateway.services.requestsOf(review.takeReview)).toEqual([
      { plugin_id: 'ir.acme.a', version: '1.0.0', by: 'reviewer' },
    ]);
  });

  it('does not bother the desk with what the catalogue does not know', async () => {
    expect(statusAndCode(await reviewer('/operator/v1/releases/ir.absent/1.0.0/take', { method: 'POST' }))).toBe(
      '404 catalogue.release_not_found',
    );
  });

  it.each([
    ['take', 'in_review', {}],
    ['give_back', 'submitted', {}],
    ['approve', 'approved', { tier: 'verified' }],
    ['reject', 'rejected', { notes: 'No' }],
  ])(
    'refuses to %s what has left the desk by where it stands, before the desk has heard of it',
    async (verb, to, json) => {
      const answered = await reviewer(`/operator/v1/releases/ir.gone/1.0.0/${verb}`, { json });
      expect([statusAndCode(answered), answered.json['params']]).toEqual([
        '409 catalogue.transition_invalid',
        { from: 'withdrawn', to, allowed: [] },
      ]);
    },
  );

  it('repeats what was done in time, and does not take for done what the catalogue will not take in', async () => {
    const desk = {
      plugin_id: 'ir.gone',
      version: '1.0.0',
      taken_by: 'reviewer',
      status: 'in_review',
      requested_tier: '',
      submitted_at: '',
      publisher_id: 'acme',
      kind: 'external',
      diff_class: null,
      revision: 1,
    } as const;
    const take = () =>
      reviewer('/operator/v1/releases/ir.gone/1.0.0/take', {
        method: 'POST',
        headers: { 'idempotency-key': 'take:gone' },
      });
    const before = await gateway.services.respond(review.takeReview, () => accepted(desk, true));
    expect(await take()).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
    await before();
    const now = await gateway.services.respond(review.takeReview, () => accepted(desk));
    expect(statusAndCode(await take())).toBe('409 catalogue.transition_invalid');
    await now();
  });

  it('shows a refused move with where it may go', async () => {
    const params = { from: 'rejected', to: 'approved', allowed: [] };
    const end = await gateway.services.respond(review.approveRelease, () =>
      refused('catalogue.transition_invalid', params),
    );
    const answered = await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/approve', { json: { tier: 'verified' } });
    await end();
    expect([statusAndCode(answered), answered.json['params']]).toEqual(['409 catalogue.transition_invalid', params]);
  });

  it('keeps operators and reviewers apart', async () => {
    expect(statusAndCode(await reviewer('/operator/v1/publishers', { json: { id: 'acme', name: 'Acme' } }))).toBe(
      '403 auth.role_missing',
    );
    expect(
      statusAndCode(await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/suspend', { json: { reason: 'x' } })),
    ).toBe('403 auth.role_missing');
  });

  it('wants a reason for a rejection and a tier for an approval', async () => {
    expect(statusAndCode(await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/reject', { json: {} }))).toBe(
      '422 request.invalid',
    );
    expect(
      statusAndCode(await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/approve', { json: { tier: 'gold' } })),
    ).toBe('422 request.invalid');
  });

  it('shows health, metrics, the schema, the meaning of codes and the keys to anyone', async () => {
    const anyone = httpClient(gateway.port);
    const ends = [
      await gateway.services.respond(catalogue.signingKeys, () => accepted({ keys: [{ kid: 'hub' }] })),
      await gateway.services.respond(review.signingKeys, () => accepted({ keys: [{ kid: 'desk' }] })),
      await gateway.services.respond(catalogue.instanceKeys, () => accepted({ keys: [{ kid: 'i1' }] })),
    ];
    expect((await anyone('/.well-known/jwks.json')).json).toEqual({
      keys: [{ kid: 'hub' }, { kid: 'desk' }, { kid: 'i1' }],
    });
    for (const end of ends) await end();
    expect(statusAndCode(await anyone('/.well-known/jwks.json'))).toBe('503 service.unavailable');
    expect((await anyone('/health/live')).status).toBe(200);
    expect((await anyone('/health/ready')).json).toMatchObject({ status: 'ready' });
    expect((await anyone('/metrics')).text).toContain('kushk_http_requests_seconds');
    expect((await anyone('/errors/wallet.busy')).json).toMatchObject({ code: 'wallet.busy', status: 503 });
    expect(statusAndCode(await anyone('/errors/nothing.like_it'))).toBe('404 code.not_found');
    expect((await anyone('/schemas/plugin-manifest/1.json')).json['$schema']).toBe(
      'https://json-schema.org/draft/2020-12/schema',
    );
  });
});

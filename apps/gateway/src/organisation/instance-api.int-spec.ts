import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  delivery,
  installation,
  wallet,
  workspace,
  workspaceRecords,
  type CaseResource,
  type OrganisationResource,
} from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { accepted, refused } from '../../test/outcomes.js';
import { signedIn, IN_PRODUCTION, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const organisation: OrganisationResource = {
  id: 'org_1',
  name: 'سپهر',
  locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
  created_at: '2026-01-01T00:00:00Z',
};

describe('the instance API', () => {
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
        session_id: `pss_${subject}`,
      });
    });
    admin = await signedIn(gateway, 'admin');
    member = await signedIn(gateway, 'member');
  });
  afterAll(() => gateway.stop());

  it('returns the signed-in person, the organisation, and whether it runs in production', async () => {
    expect((await member('/instance/v1/me')).json).toEqual({
      organisation,
      person: { id: 'per_member', name: 'member', role: 'member' },
      production: false,
    });
  });

  it('requires Service-Organisation from a person who belongs to several organisations', async () => {
    const both = await signedIn(gateway, 'both');
    const response = await both('/instance/v1/me');
    expect([statusAndCode(response), response.json['params']]).toEqual([
      '400 organisation.required',
      { organisations: ['org_1', 'org_2'] },
    ]);
    expect((await both('/instance/v1/me', { headers: { 'service-organisation': 'org_1' } })).status).toBe(200);
    // Links and images send no header. What is written names its organisation in the header alone.
    expect((await both('/instance/v1/me?organisation=org_1')).status).toBe(200);
    expect(statusAndCode(await both('/instance/v1/me?organisation=x%20y'))).toBe('400 request.malformed');
    const write = await both('/instance/v1/cases?organisation=org_1', { json: { title: 'A case' } });
    expect(statusAndCode(write)).toBe('400 organisation.required');
  });

  it('shows the frame of a page only to people of the organisation, whose id it sends along', async () => {
    const anyone = httpClient(gateway.port);
    for (const path of ['/frames/ins_1/app', '/frames/ins_1/panels/main'])
      expect(statusAndCode(await anyone(path))).toBe('401 auth.token_invalid');
    expect(gateway.services.requestsOf(installation.getPage)).toEqual([]);
    await gateway.services.respond(installation.getPage, () => refused('installation.not_found', {}));
    const both = await signedIn(gateway, 'both');
    expect(statusAndCode(await both('/frames/ins_1/panels/main?organisation=org_1'))).toBe(
      '404 installation.not_found',
    );
    expect(gateway.services.requestsOf(installation.getPage)).toMatchObject([
      { organisation_id: 'org_1', installation_id: 'ins_1', page: { surface: 'panel', panel: 'main' } },
    ]);
  });

  it.each<[string, () => Promise<string>]>([
    ['of another audience', () => gateway.signIn.token('admin', { audience: 'urn:other' })],
    ['of another issuer', () => gateway.signIn.token('admin', { issuer: 'https://elsewhere.example' })],
    ['that has expired', () => gateway.signIn.token('admin', { expires: '1 minute ago' })],
    ['that was changed', async () => `${(await gateway.signIn.token('admin')).slice(0, -8)}AAAAAAAA`],
    ['that belongs to a plugin', async () => newCredential('ki')],
  ])('rejects a token %s without sending a request to the workspace', async (_, token) => {
    const before = gateway.services.received.length;
    const response = await httpClient(gateway.port, { authorization: `Bearer ${await token()}` })('/instance/v1/me');
    expect(statusAndCode(response)).toBe('401 auth.token_invalid');
    expect(gateway.services.received.length).toBe(before);
  });

  it('rejects a signed-in person who belongs to no organisation', async () => {
    expect(statusAndCode(await (await signedIn(gateway, 'nobody'))('/instance/v1/me'))).toBe('403 auth.role_missing');
  });

  it('allows only admins to install plugins and only platform administrators to create organisations', async () => {
    const body = { plugin_id: 'ir.acme.a', consent: { scopes: [] } };
    const response = await member('/instance/v1/installations', { json: body });
    expect([statusAndCode(response), response.json['params']]).toEqual([
      '403 auth.role_missing',
      { required: ['admin'] },
    ]);
    const end = await gateway.services.respond(workspace.authenticateStaff, () => refused('auth.role_missing'));
    expect(statusAndCode(await admin('/instance/v1/organisations', { json: {} }))).toBe('403 auth.role_missing');
    await end();
  });

  it("installs a plugin with the request body and the organisation's locale", async () => {
    const end = await gateway.services.respond(installation.install, () =>
      accepted({ installation_id: 'ins_1' } as never),
    );
    const response = await admin('/instance/v1/installations', {
      json: {
        plugin_id: 'ir.acme.a',
        plan: 'basic',
        consent: { scopes: ['records.own'], base_url: 'http://localhost:1' },
      },
      headers: { 'idempotency-key': 'k1' },
    });
    await end();
    expect([response.status, response.headers['location']]).toEqual([201, '/instance/v1/installations/ins_1']);
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

  it('lets only admins see, consent to, decline and reopen the version that waits for consent', async () => {
    const updateOf = '/instance/v1/installations/ins_1/update';
    const body = { version: '1.1.0', scopes: ['records.own'], base_url: 'http://localhost:1' };
    expect(statusAndCode(await member(updateOf))).toBe('403 auth.role_missing');
    expect(statusAndCode(await member(`${updateOf}/consent`, { json: body }))).toBe('403 auth.role_missing');
    expect(statusAndCode(await member(`${updateOf}/decline`, { json: {} }))).toBe('403 auth.role_missing');
    expect(statusAndCode(await member(`${updateOf}/reopen`, { json: {} }))).toBe('403 auth.role_missing');
    const end = [
      await gateway.services.respond(installation.getUpdate, () => refused('installation.update_not_found')),
      await gateway.services.respond(installation.consentToVersion, () => accepted({ version: '1.1.0' } as never)),
      await gateway.services.respond(installation.declineVersion, () => accepted({ version: '1.0.0' } as never)),
      await gateway.services.respond(installation.reopenVersion, () => accepted({ version: '1.0.0' } as never)),
      await gateway.services.respond(installation.getListing, ({ version }) => accepted({ version } as never)),
    ];
    expect(statusAndCode(await admin(updateOf))).toBe('404 installation.update_not_found');
    expect((await admin(`${updateOf}/consent`, { json: body })).status).toBe(200);
    expect((await admin(`${updateOf}/decline`, { json: { version: '1.1.0' } })).status).toBe(200);
    expect((await admin(`${updateOf}/reopen`, { json: { version: '1.1.0' } })).status).toBe(200);
    expect((await member('/instance/v1/store/ir.acme.a?version=1.1.0')).json).toEqual({ version: '1.1.0' });
    expect((await member('/instance/v1/store/ir.acme.a')).json).toEqual({ version: null });
    await Promise.all(end.map((stop) => stop()));
    const admins = { organisation_id: 'org_1', installation_id: 'ins_1', by: 'per_admin' };
    const { version, ...consent } = body;
    expect(gateway.services.requestsOf(installation.consentToVersion)).toEqual([
      { ...admins, version, consent, plan: null, settings: null },
    ]);
    expect(gateway.services.requestsOf(installation.declineVersion)).toEqual([{ ...admins, version }]);
    expect(gateway.services.requestsOf(installation.reopenVersion)).toEqual([{ ...admins, version }]);
  });

  it('returns all cases of the list as CSV, with the names of the people and without formulas', async () => {
    const times = { created_at: '2026-11-22T10:00:00.000Z', updated_at: '2026-11-23T10:00:00.000Z' };
    const rent: CaseResource = {
      ...{ id: 'cas_1', title: '=HYPERLINK("x")', status: 'open', description: null, amount: '-12.5' },
      ...{ due_on: '2026-12-01', assignee_id: 'per_sara', member_ids: null, revision: 3, ...times },
    };
    const tax: CaseResource = {
      ...{ ...rent, id: 'cas_2', title: 'مالیات', description: 'a, b', amount: null, due_on: null },
      assignee_id: 'per_gone',
    };
    const ends = await Promise.all([
      gateway.services.respond(workspaceRecords.listCases, ({ cursor }) =>
        accepted(cursor === null ? { items: [rent], next_cursor: 'c' } : { items: [tax], next_cursor: null }),
      ),
      gateway.services.respond(workspace.listPeople, ({ ids = [] }) =>
        accepted({
          items: ids.filter((id) => id === 'per_sara').map((id) => ({ id, name: 'سارا', role: 'admin' })),
          next_cursor: null,
        }),
      ),
    ]);
    const { text, headers } = await member('/instance/v1/cases?format=csv&sort=due&status=open&q=x');
    for (const end of ends) await end();
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(text.split('\r\n')).toEqual([
      'id,title,status,description,amount,due_on,assignee_id,assignee_name,created_at,updated_at',
      `cas_1,"'=HYPERLINK(""x"")",open,,-12.5,2026-12-01,per_sara,سارا,${times.created_at},${times.updated_at}`,
      `cas_2,مالیات,open,"a, b",,,per_gone,,${times.created_at},${times.updated_at}`,
      '',
    ]);
    const requested = { organisation_id: 'org_1', person_id: 'per_member', sort: 'due', status: 'open', query: 'x' };
    expect(gateway.services.requestsOf(workspaceRecords.listCases)).toMatchObject([
      { ...requested, cursor: null },
      { ...requested, cursor: 'c' },
    ]);
  });

  it('redelivers the dead letters of a period, which must not end before it begins', async () => {
    const path = '/instance/v1/installations/ins_1/deliveries/redeliver';
    const end = await gateway.services.respond(delivery.redeliverRange, () =>
      accepted({ redelivered: 0, has_more: false }),
    );
    const response = await admin(path, { json: { from: '2026-11-22T12:00:00+03:30', to: '2026-11-22T08:29:59Z' } });
    expect([statusAndCode(response), response.json['params']]).toEqual([
      '422 request.invalid',
      { problems: [expect.objectContaining({ path: '/to', code: 'range' })] },
    ]);
    const instant = { from: '2026-11-22T12:00:00+03:30', to: '2026-11-22T08:30:00Z' };
    expect((await admin(path, { json: instant })).status).toBe(200);
    await end();
    expect(gateway.services.requestsOf(delivery.redeliverRange)).toEqual([
      { organisation_id: 'org_1', installation_id: 'ins_1', ...instant },
    ]);
  });

  it('returns all validation problems of a body in one response', async () => {
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

  describe('calling a tool', () => {
    const call = (json: unknown) => member('/instance/v1/installations/ins_1/tools/find_invoice', { json });

    it('sends the handle that was sealed for this call, person and session, and ends it with the call', async () => {
      const ends = [
        await gateway.services.respond(installation.prepareToolCall, ({ installation_id }) =>
          accepted({ installation_id, plugin_id: 'ir.acme.a', handle: 'kh_sealed', call_id: 'cal_1' }),
        ),
        await gateway.services.respond(delivery.callTool, ({ handle, user_id }) =>
          accepted({ content: [{ handle, user_id }] }),
        ),
        await gateway.services.respond(installation.endToolCall, () => accepted(null)),
      ];
      const response = await call({ arguments: { number: 'F-1' } });
      for (const end of ends) await end();
      expect([response.status, response.json]).toEqual([
        200,
        { content: [{ handle: 'kh_sealed', user_id: 'per_member' }] },
      ]);
      expect(gateway.services.requestsOf(installation.prepareToolCall).at(-1)).toMatchObject({
        person_id: 'per_member',
        session_id: 'pss_member',
      });
      const sent = gateway.services.received.find(({ subject }) => subject === delivery.callTool.subject);
      expect(sent!.remainingMs).toBeGreaterThan(10_000);
      expect(gateway.services.requestsOf(installation.endToolCall)).toEqual([
        { installation_id: 'ins_1', call_id: 'cal_1' },
      ]);
    });

    it.each([
      ['tool.not_found', 404],
      ['tool.arguments_invalid', 422],
      ['installation.suspended', 403],
      ['tool.unreachable', 502],
      ['tool.timeout', 504],
    ])('returns the error code %s with status %i', async (code, status) => {
      const end = await gateway.services.respond(installation.prepareToolCall, () => refused(code));
      expect(statusAndCode(await call({}))).toBe(`${status} ${code}`);
      await end();
    });
  });

  it('lets staff with the role billing add purchases for any organisation', async () => {
    const ends = [
      await gateway.services.respond(workspace.authenticateStaff, ({ subject }) =>
        subject === 'cashier'
          ? accepted({ subject, roles: ['billing'], name: 'Cashier' })
          : refused('auth.role_missing'),
      ),
      await gateway.services.respond(installation.getInstallation, ({ installation_id, organisation_id }) =>
        accepted({ installation_id, organisation_id: organisation_id ?? 'org_9' } as never),
      ),
      await gateway.services.respond(wallet.purchase, ({ mu }) => accepted({ id: 'grt_1', mu } as never)),
    ];
    const cashier = await signedIn(gateway, 'cashier');
    for (const [who, status] of [
      [cashier, 201],
      [admin, 201],
      [member, 403],
    ] as const) {
      const response = await who('/instance/v1/installations/ins_1/wallet/purchases', { json: { mu: '5' } });
      expect(response.status).toBe(status);
    }
    for (const end of ends) await end();
    expect(gateway.services.requestsOf(wallet.purchase)).toMatchObject([
      { organisation_id: 'org_9', by: 'staff:cashier' },
      { organisation_id: 'org_1', by: 'per_admin' },
    ]);
  });

  it('in production has no development routes, and only billing can add purchases', async () => {
    const production = await startGateway('instance', IN_PRODUCTION);
    try {
      await production.services.respond(workspace.authenticateStaff, () => refused('auth.role_missing'));
      await production.services.respond(workspace.authenticatePerson, () =>
        accepted({ organisation, person: { id: 'per_1', name: 'a', role: 'admin' } }),
      );
      const client = await signedIn(production, 'admin');
      for (const [path, json] of [
        ['releases', { manifest: {} }],
        ['installations/ins_1/calls'],
        ['installations/ins_1/outage', { seconds: 60 }],
        ['installations/ins_1/events', { type: 'plugin.ping' }],
      ] as const)
        expect(statusAndCode(await client(`/instance/v1/dev/${path}`, json && { json }))).toBe('404 route.not_found');
      const purchase = await client('/instance/v1/installations/ins_1/wallet/purchases', { json: { mu: '1' } });
      expect([statusAndCode(purchase), purchase.json['params']]).toEqual([
        '403 auth.role_missing',
        { required: ['billing'] },
      ]);
      expect(purchase.headers['ratelimit-policy']).toBe('"purchaser";q=1200;w=60;qb=300');
    } finally {
      await production.stop();
    }
  });

  it('returns 503 and names the sign-in service when the OpenID Connect provider is unreachable', async () => {
    const alone = await startGateway('instance', { KUSHK_OIDC_ISSUER: 'http://127.0.0.1:9' });
    try {
      const client = httpClient(alone.port, { authorization: `Bearer ${await gateway.signIn.token('admin')}` });
      const response = await client('/instance/v1/me');
      expect([statusAndCode(response), response.json['params']]).toEqual([
        '503 service.unavailable',
        { service: 'sign_in' },
      ]);
    } finally {
      await alone.stop();
    }
  });
});

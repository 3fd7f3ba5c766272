/** Tests of all routes below `/instance/v1`. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { responses, eventually, RecordingPlugin } from '@kushk/testing';
import { bearerOf, granted, verdict, type Body } from '../parties/client.js';
import { installBody, installed, manifestOf, published, type Installed, type Manifest } from '../parties/invoices.js';
import {
  admin,
  instanceVisitor,
  member,
  newPublisher,
  platform,
  pluginApi,
  unique,
  type Publisher,
} from '../parties/parties.js';
import { system } from '../system/the-system.js';

const member2 = bearerOf(`${system.instance}/instance/v1`, system.tokens.member2);

describe('the instance API', () => {
  let plugin: RecordingPlugin;
  let publisher: Publisher;
  let here: Installed;

  beforeAll(async () => {
    [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('instance')]);
    here = await installed(
      publisher,
      plugin,
      manifestOf({ id: `ir.${unique('instance')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl }),
    );
  });
  afterAll(() => plugin.stop());

  describe('people', () => {
    it('can read their own profile and organisation', async () => {
      expect(granted(await member.get('/me'))).toEqual({
        person: { id: expect.stringMatching(/^per_/), name: 'علی محمدی', role: 'member' },
        organisation: {
          id: system.organisationId,
          name: expect.any(String),
          locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
          created_at: expect.any(String),
        },
        production: false,
      });
    });

    it('who belong to several organisations select one per request and see only that one', async () => {
      const made = granted(
        await platform.post('/organisations', {
          name: unique('Second '),
          admin: { subject: 'dev|member2', name: 'زهرا' },
        }),
      );
      const unnamed = await member2.get('/me');
      expect(verdict(unnamed)).toBe('400 organisation.required');
      expect(JSON.stringify(unnamed.body.params.organisations)).toContain(made.organisation.id);
      expect(JSON.stringify(unnamed.body.params.organisations)).toContain(system.organisationId);
      const there = bearerOf(`${system.instance}/instance/v1`, system.tokens.member2, {
        'service-organisation': made.organisation.id,
      });
      expect(granted(await there.get('/me'))).toMatchObject({
        organisation: { id: made.organisation.id },
        person: { role: 'admin' },
      });
      expect(granted(await there.get('/cases'))).toEqual({ items: [], next_cursor: null });
      expect(verdict(await there.delete(`/people/${granted(await there.get('/me')).person.id}`))).toBe(
        '409 person.last_admin',
      );

      const foreign = await there.get(`/installations/${here.id}`).set('x-request-id', 'same');
      const absent = await there.get('/installations/ins_nothing').set('x-request-id', 'same');
      expect([verdict(foreign), foreign.text]).toEqual(['404 installation.not_found', absent.text]);
      for (const response of [
        there.delete(`/installations/${here.id}`),
        there.get(`/installations/${here.id}/wallet`),
        there.get(`/installations/${here.id}/deliveries`),
        there.post(`/installations/${here.id}/tools/find_invoice`, { arguments: { number: '1' } }),
      ]) {
        expect(verdict(await response)).toBe('404 installation.not_found');
      }
      const outside = bearerOf(`${system.instance}/instance/v1`, system.tokens.member, {
        'service-organisation': made.organisation.id,
      });
      expect(verdict(await outside.get('/me'))).toBe('403 auth.role_missing');
    });

    it('are added and removed by admins, with effect from the next request', async () => {
      expect(verdict(await member.post('/people', { subject: 'dev|platform', name: 'x', role: 'admin' }))).toBe(
        '403 auth.role_missing',
      );
      const added = granted(await admin.post('/people', { subject: 'dev|platform', name: 'نیلوفر', role: 'member' }));
      const they = bearerOf(`${system.instance}/instance/v1`, system.tokens.platform, {
        'service-organisation': system.organisationId,
      });
      expect(granted(await they.get('/me')).person.id).toBe(added.id);
      expect(verdict(await admin.post('/people', { subject: 'dev|platform', name: 'x', role: 'member' }))).toBe(
        '409 person.exists',
      );
      expect(verdict(await admin.delete(`/people/${added.id}`))).toBe('204');
      expect(verdict(await they.get('/me'))).toBe('403 auth.role_missing');
    });

    it('who are not platform staff cannot create an organisation', async () => {
      expect(
        verdict(await admin.post('/organisations', { name: 'Mine', admin: { subject: 'dev|admin', name: 'x' } })),
      ).toBe('403 auth.role_missing');
    });
  });

  describe('cases', () => {
    it('are visible to their members and to admins', async () => {
      const me = granted(await member2Here().get('/me')).person;
      const hidden = granted(await admin.post('/cases', { title: 'Between two', member_ids: [me.id] }));
      expect(verdict(await member2Here().get(`/cases/${hidden.id}`))).toBe('200');
      expect(verdict(await member.get(`/cases/${hidden.id}`))).toBe('404 case.not_found');
      expect(granted(await member.get('/cases?limit=200')).items.map(({ id }: Body) => id)).not.toContain(hidden.id);
      expect(verdict(await admin.get(`/cases/${hidden.id}`))).toBe('200');
    });

    it('are edited with the last read revision in the If-Match header', async () => {
      const made = await member.post('/cases', { title: 'Lift repair', amount: '0.10' });
      expect([verdict(made), made.headers['etag'], made.body.amount]).toEqual(['201', '"1"', '0.10']);
      expect(granted(await member.post('/cases', { title: 'Lift rent', amount: 12.5 })).amount).toBe(12.5);
      const path = `/cases/${made.body.id}`;
      expect(granted(await member.patch(path, { status: 'closed' }).set('if-match', '"1"'))).toMatchObject({
        status: 'closed',
        revision: 2,
      });
      expect(verdict(await member.patch(path, { status: 'open' }).set('if-match', '"1"'))).toBe(
        '412 case.revision_conflict',
      );
      expect(verdict(await member.patch(path, { amount: 'much' }))).toBe('422 case.invalid');
      expect(verdict(await member.post('/cases', { title: 'x', due_on: '2026-02-30' }))).toBe('422 case.invalid');
    });

    const member2Here = () =>
      bearerOf(`${system.instance}/instance/v1`, system.tokens.member2, {
        'service-organisation': system.organisationId,
      });
  });

  describe('the installation of a plugin', () => {
    let offered: Manifest;
    const install = async (change: (body: ReturnType<typeof installBody>) => object) =>
      await admin.post('/installations', change(installBody(offered)));

    beforeAll(async () => {
      offered = manifestOf({
        id: `ir.${unique('offered')}.invoices`,
        publisher: publisher.id,
        baseUrl: plugin.baseUrl,
      });
      await published(publisher, offered);
    });

    it('requires an admin, complete consent, valid settings and an existing plan', async () => {
      expect(verdict(await member.post('/installations', installBody(offered)))).toBe('403 auth.role_missing');
      const missing = await install((body) => ({
        ...body,
        consent: { ...body.consent, scopes: body.consent.scopes.slice(1) },
      }));
      expect(verdict(missing)).toBe('422 installation.consent_missing');
      expect(verdict(await install((body) => ({ ...body, consent: { scopes: body.consent.scopes } })))).toBe(
        '422 installation.consent_missing',
      );
      const settings = await install((body) => ({ ...body, settings: { api_key: 7 } }));
      expect([verdict(settings), settings.body.params.problems.map(({ path }: Body) => path).sort()]).toEqual([
        '422 installation.settings_invalid',
        ['/settings/api_key', '/settings/region'],
      ]);
      expect(verdict(await install((body) => ({ ...body, plan: 'gold' })))).toBe('422 installation.plan_unknown');
      expect(verdict(await install((body) => ({ ...body, version: '9.9.9' })))).toBe('404 store.plugin_not_found');
      expect(verdict(await install((body) => ({ ...body, plugin_id: 'ir.nobody.nothing' })))).toBe(
        '404 store.plugin_not_found',
      );
    });

    it('happens once, even when it is requested twice at the same time', async () => {
      const body = installBody(offered);
      const [first, again] = await Promise.all(
        [0, 1].map(() => admin.post('/installations', body).set('idempotency-key', `install:${offered.id}`)),
      );
      expect([first!.status, again!.status, again!.body.installation_id]).toEqual([
        201,
        201,
        first!.body.installation_id,
      ]);
      expect(verdict(await admin.post('/installations', body))).toBe('409 installation.already_installed');
      expect(granted(await member.get(`/store/${offered.id}`)).installation_id).toBe(first!.body.installation_id);
      expect(
        granted(await member.get('/installations?limit=200')).items.map((one: Body) => one.installation_id),
      ).toContain(first!.body.installation_id);
    });

    it('lets the admin read the credentials once when the plugin cannot be reached', async () => {
      const away = manifestOf({
        id: `ir.${unique('away')}.invoices`,
        publisher: publisher.id,
        baseUrl: 'http://127.0.0.1:1',
      });
      await published(publisher, away);
      const { installation_id: id } = granted(await admin.post('/installations', installBody(away)));
      expect(verdict(await member.post(`/installations/${id}/credentials`))).toBe('403 auth.role_missing');
      const read = granted(await admin.post(`/installations/${id}/credentials`));
      expect(read).toEqual({
        installation_id: id,
        token: expect.stringMatching(/^ki_/),
        signing_secret: expect.stringMatching(/^ks_/),
        api_base: expect.stringContaining(id),
      });
      expect(granted(await pluginApi(read).get('/installation')).status).toBe('installed');
      const again = await admin.post(`/installations/${id}/credentials`);
      expect(verdict(again)).toBe('409 installation.credentials_already_read');
      expect(again.text).not.toContain('ki_');
    });

    it('works outside production with a development release that passed every check but has no review', async () => {
      const own = manifestOf({ id: `ir.${unique('dev')}.invoices`, publisher: 'whoever', baseUrl: plugin.baseUrl });
      expect(verdict(await member.post('/dev/releases', { manifest: own }))).toBe('403 auth.role_missing');
      const wrong = await admin.post('/dev/releases', { manifest: { ...own, scopes: {}, colour: 'red' } });
      expect(verdict(wrong)).toBe('422 catalogue.manifest_invalid');
      expect(new Set(wrong.body.params.problems.map(({ stage }: Body) => stage))).toContain('submission');
      expect(granted(await admin.post('/dev/releases', { manifest: own }))).toMatchObject({
        plugin_id: own.id,
        version: '1.0.0',
      });
      expect(verdict(await admin.post('/installations', installBody(own)))).toBe('201');
    });
  });

  describe('an installation', () => {
    const path = () => `/installations/${here.id}`;

    it('that is paused rejects plugin requests and tool calls until it is resumed', async () => {
      expect(granted(await admin.post(`${path()}/pause`)).status).toBe('paused');
      expect(verdict(await here.api.get('/wallet'))).toBe('403 installation.paused');
      expect(verdict(await here.api.get('/installation'))).toBe('403 installation.paused');
      expect(verdict(await member.post(`${path()}/tools/find_invoice`, { arguments: { number: '1' } }))).toBe(
        '403 installation.paused',
      );
      expect(verdict(await member.post(`${path()}/resume`))).toBe('403 auth.role_missing');
      expect(granted(await admin.post(`${path()}/resume`)).status).toBe('installed');
      expect(verdict(await here.api.get('/wallet'))).toBe('200');
    });

    it('accepts new settings, whose secret values only the plugin can read', async () => {
      const changed = await admin.put(`${path()}/settings`, { settings: { region: 'shiraz', api_key: 'new-secret' } });
      expect([verdict(changed), changed.body.settings.region, changed.body.settings_revision]).toEqual([
        '200',
        'shiraz',
        2,
      ]);
      expect(changed.text).not.toContain('new-secret');
      expect(granted(await here.api.get('/installation'))).toMatchObject({
        settings: { region: 'shiraz', api_key: 'new-secret' },
        settings_revision: 2,
      });
      expect((await admin.get(path())).text).not.toContain('new-secret');
      expect(verdict(await admin.put(`${path()}/settings`, { settings: {} }))).toBe(
        '422 installation.settings_invalid',
      );
    });

    it('offers its tools to the assistant', async () => {
      const { items } = granted(await member.get('/tools'));
      const [tool] = here.manifest.tools;
      expect(items).toContainEqual({
        installation_id: here.id,
        plugin_id: here.manifest.id,
        name: 'find_invoice',
        description: tool!.description,
        input_schema: tool!.input_schema,
      });
    });

    it('that was removed can be replaced by a new one with new credentials and an empty wallet', async () => {
      granted(await admin.post(`${path()}/wallet/gifts`, { mu: '3' }));
      expect(verdict(await member.delete(path()))).toBe('403 auth.role_missing');
      expect(granted(await admin.delete(path())).status).toBe('removed');
      expect(verdict(await here.api.get('/installation'))).toBe('401 auth.token_invalid');
      expect(verdict(await admin.post(`${path()}/pause`))).toBe('409 installation.removed');
      const again = granted(await admin.post('/installations', installBody(here.manifest)));
      expect(again.installation_id).not.toBe(here.id);
      const credentials = await plugin.credentials(again.installation_id);
      expect(granted(await pluginApi(credentials).get('/wallet')).available).toBe('0');
      expect(credentials.token).not.toBe(here.credentials.token);
      await eventually(() => plugin.callsTo('/service/lifecycle').some(({ json }) => json['event'] === 'removed'));
    });
  });

  it('serves its OpenAPI 3.1 document and its public keys without authentication', async () => {
    expect(granted(await instanceVisitor.get('/instance/v1/openapi.json')).openapi).toMatch(/^3\.1/);
    const { keys } = granted(await instanceVisitor.get('/.well-known/jwks.json'));
    for (const key of keys) expect(Object.keys(key)).not.toContain('d');
  });

  it("returns a tool's response unchanged, with any JSON value", async () => {
    const other = await RecordingPlugin.start();
    try {
      const there = await installed(
        publisher,
        other,
        manifestOf({ id: `ir.${unique('tools')}.invoices`, publisher: publisher.id, baseUrl: other.baseUrl }),
      );
      for (const content of ['متن', 7, null, [], { a: [true, { b: '🧾' }] }]) {
        other.respond('/service/tools/find_invoice', responses.content(content));
        expect(
          granted(await member.post(`/installations/${there.id}/tools/find_invoice`, { arguments: { number: '1' } })),
        ).toEqual({ content });
      }
    } finally {
      await other.stop();
    }
  });
});

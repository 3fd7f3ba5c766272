import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerConnection } from '@kushk/broker';
import { installation as contracts } from '@kushk/contracts';
import { sealHandle, unsealHandle, type HandleClaims } from '@kushk/credentials';
import { READING_SCOPES } from '@kushk/manifest';
import { answered, httpClient, RecordingPlugin, responses, type HttpClient, type HttpResponse } from '@kushk/testing';
import { pluginRoutes, startInstance, type InstalledPlugin, type InstanceHarness } from './instance-harness.js';

/**
 * What a route accepts for a person (docs/reference/wire-formats.md, Handles): `reads` and `writes` accept a page's
 * handle alone and a handle beside the token, but `writes` no read-only one; `reads with token` accepts handles only
 * beside the token, and `reads of a person` requires one there; `token only` accepts no handle.
 */
type Kind = 'reads' | 'writes' | 'reads with token' | 'reads of a person' | 'token only';
const kinds: Readonly<Record<string, Kind>> = {
  'GET /installation': 'reads',
  'POST /installation/rotate': 'token only',
  'GET /people': 'reads',
  'GET /events': 'token only',
  'GET /records/:type': 'reads',
  'GET /records/:type/:external_id': 'reads',
  'PUT /records/:type/:external_id': 'writes',
  'DELETE /records/:type/:external_id': 'writes',
  'POST /proposals': 'writes',
  'GET /proposals': 'reads',
  'GET /proposals/:proposal_id': 'reads',
  'POST /proposals/:proposal_id/withdraw': 'writes',
  'GET /wallet': 'reads',
  'GET /wallet/entries': 'token only',
  'GET /wallet/holds': 'token only',
  'POST /wallet/quote': 'token only',
  'POST /wallet/holds': 'token only',
  'GET /wallet/holds/:hold_id': 'token only',
  'POST /wallet/holds/:hold_id/settle': 'token only',
  'POST /wallet/holds/:hold_id/release': 'token only',
  'POST /wallet/consume': 'token only',
  'POST /sources': 'writes',
  'GET /sources': 'reads',
  'GET /sources/:source_id': 'reads',
  'POST /mcp': 'reads with token',
  'GET /platform/cases': 'reads with token',
  'GET /platform/cases/:id': 'reads with token',
  'GET /platform/people': 'reads with token',
  'GET /platform/people/:id': 'reads with token',
  'GET /platform/sessions': 'reads with token',
  'GET /platform/sessions/:id': 'reads with token',
  'GET /platform/documents': 'reads with token',
  'GET /platform/documents/:id': 'reads with token',
  'GET /platform/calendar': 'reads with token',
  'GET /platform/calendar/:id': 'reads with token',
  'GET /platform/memory': 'reads of a person',
  'GET /platform/memory/:id': 'reads of a person',
  'GET /platform/search': 'reads with token',
  'GET /openapi.json': 'token only',
};

const routes = pluginRoutes();

const OK = 'accepted';
const READ_ONLY = '403 auth.handle_read_only';
const NOT_ACCEPTED = '403 auth.handle_not_accepted';
const REQUIRED = '403 auth.handle_required';
const INVALID = '401 auth.handle_invalid';
const REFUSED_ORIGIN = '403 auth.origin_refused';
const always = (verdict: string): Readonly<Record<Kind, string>> => ({
  reads: verdict,
  writes: verdict,
  'reads with token': verdict,
  'reads of a person': verdict,
  'token only': verdict,
});

/** The status, and the code of a problem. */
function verdict({ status, json }: HttpResponse): string {
  return typeof json['code'] === 'string' ? `${status} ${json['code']}` : String(status);
}

type Headers = Readonly<Record<string, string>>;

let instance: InstanceHarness;
let server: RecordingPlugin;
let plugin: InstalledPlugin;
let other: InstalledPlugin;
let anyone: readonly HttpClient[];
let pageOrigin: string;
let member: readonly HttpClient[];

beforeAll(async () => {
  instance = await startInstance();
  server = await RecordingPlugin.start();
  // What accepts its credentials before the admin reads them leaves none to read.
  server.respond('/service/lifecycle', responses.status(503));
  pageOrigin = new URL(server.baseUrl).origin;
  anyone = instance.ports.map((port) => httpClient(port));
  plugin = await instance.install(manifest('ir.acme.pages'));
  other = await instance.install(manifest('ir.acme.other'));
  await instance.addMember('omid');
  member = await instance.signIn('omid');
});
afterAll(async () => {
  await instance?.stop();
  await server?.stop();
});

function manifest(id: string) {
  return {
    schema: '1',
    id,
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Pages' },
    base_url: server.baseUrl,
    scopes: {
      'records.own': 'Keeps invoices',
      'proposals.case': 'Proposes amounts',
      'wallet.consume': 'Sells',
      'sources.intake.document': 'Scans',
      ...Object.fromEntries(READING_SCOPES.map((scope) => [scope, 'Reads'])),
    },
    records: [{ type: 'invoice', schema: { type: 'object' } }],
    proposals: [{ record_type: 'case', actions: ['create', 'update'] }],
    sources: ['document'],
    services: [{ key: 'page', unit: 'page' }],
    plans: [{ key: 'basic', rates: { page: '1' } }],
    tools: [{ name: 'find', description: 'Finds an invoice', input_schema: { type: 'object' } }],
    ui: { app: { path: '/app' }, panels: [{ key: 'invoice', path: '/panel', record_type: 'case' }] },
  };
}

const handlePath = (of: InstalledPlugin) => `/instance/v1/installations/${of.id}/handle`;
async function issue(person: readonly HttpClient[], of = plugin): Promise<string> {
  const { json, text } = await person[0]!(handlePath(of), { json: { surface: 'app' } });
  if (typeof json['handle'] !== 'string') throw new Error(`no handle: ${text}`);
  return json['handle'];
}
/** A handle like the given one, but with other claims. */
async function resealed(handle: string, claims: Partial<HandleClaims>): Promise<string> {
  const original = await unsealHandle(instance.sealingKeys, handle);
  return await sealHandle(instance.sealingKeys, { ...original!, ...claims });
}
const alone = (handle: string, origin: string | null = pageOrigin): Headers => ({
  authorization: `Bearer ${handle}`,
  ...(origin !== null && { origin }),
});
const besideToken = (handle: string, of = plugin): Headers => ({
  authorization: `Bearer ${of.token}`,
  'service-handle': handle,
});

/** Calls every route with these headers, and compares each answer with the one for the route's kind. */
async function expectVerdicts(headers: Headers, expected: Readonly<Record<Kind, string>>, gateway = 0): Promise<void> {
  const verdicts = await Promise.all(
    routes.map(async ({ method, path }) => {
      const filled = path.replace(/:\w+/g, 'x-1');
      const response = await answered(() => anyone[gateway]!(`${plugin.base}${filled}`, { method, headers }));
      return [`${method} ${path}`, isAuthorised(response) ? OK : verdict(response)];
    }),
  );
  expect(Object.fromEntries(verdicts)).toEqual(
    Object.fromEntries(
      routes.map(({ method, path }) => `${method} ${path}`).map((key) => [key, expected[kinds[key]!]]),
    ),
  );
}
/** A request that is malformed, or names nothing that exists, has passed authentication and policy. */
function isAuthorised({ status }: HttpResponse): boolean {
  return ![401, 403].includes(status) && status < 500;
}
/** Calls a tool of the plugin, and runs `during` with the handle of the call while the call is in progress. */
async function duringToolCall(during: (handle: string) => Promise<void>, answer = responses.content({})) {
  let failure: unknown = null;
  server.respond(
    '/service/tools/find',
    responses.choose(async ({ json }) => {
      await during(json['handle'] as string).catch((error: unknown) => (failure = error));
      return answer;
    }),
  );
  const response = await member[0]!(`/instance/v1/installations/${plugin.id}/tools/find`, { json: {} });
  if (failure !== null) throw failure;
  return response;
}

describe('every route of the plugin API', () => {
  it('is in the table of this spec', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(kinds).sort());
  });

  it('accepts the token', async () => {
    await expectVerdicts({ authorization: `Bearer ${plugin.token}` }, { ...always(OK), 'reads of a person': REQUIRED });
  });

  it('accepts the token with the handle of a tool call in progress for reading, and no handle that it has no use for', async () => {
    await duringToolCall((handle) =>
      expectVerdicts(besideToken(handle), {
        reads: OK,
        writes: READ_ONLY,
        'reads with token': OK,
        'reads of a person': OK,
        'token only': NOT_ACCEPTED,
      }),
    );
  });

  it("accepts the token with a page's handle", async () => {
    const expected = { ...always(OK), 'token only': NOT_ACCEPTED };
    await expectVerdicts(besideToken(await issue(member)), expected);
  });

  it("accepts a page's handle alone only from the origin of the page", async () => {
    const handle = await issue(member);
    await expectVerdicts(alone(handle), {
      reads: OK,
      writes: OK,
      'reads with token': NOT_ACCEPTED,
      'reads of a person': NOT_ACCEPTED,
      'token only': NOT_ACCEPTED,
    });
    for (const origin of ['https://evil.example', 'null', `${pageOrigin}/`, null])
      await expectVerdicts(alone(handle, origin), always(REFUSED_ORIGIN));
  });

  it("rejects a tool's handle alone, and the handle of another installation", async () => {
    await duringToolCall((handle) => expectVerdicts(alone(handle), always(INVALID)));
    const ofOther = await issue(member, other);
    await expectVerdicts(alone(ofOther), always(INVALID));
    await expectVerdicts(besideToken(ofOther), always(INVALID));
    await expectVerdicts(besideToken(await issue(member), other), always('401 auth.token_invalid'));
  });

  it('rejects a handle that has expired, was sealed elsewhere, or names another organisation', async () => {
    const handle = await issue(member);
    const expired = await resealed(handle, { expires_at: new Date(Date.now() - 1).toISOString() });
    const foreign = await resealed(handle, { organisation_id: 'org_other' });
    for (const invalid of [expired, foreign, `${handle.slice(0, -4)}AAAA`]) {
      await expectVerdicts(alone(invalid), always(INVALID));
      await expectVerdicts(besideToken(invalid), always(INVALID));
    }
  });

  it('rejects the handle of a person who was removed, on both gateways at once', async () => {
    const id = await instance.addMember('removed');
    const person = await instance.signIn('removed');
    const handle = await issue(person);
    await expectVerdicts(alone(handle), { ...always(NOT_ACCEPTED), reads: OK, writes: OK });
    expect((await instance.admin[0]!(`/instance/v1/people/${id}`, { method: 'DELETE' })).status).toBe(204);
    for (const gateway of [1, 0]) {
      await expectVerdicts(alone(handle), always(INVALID), gateway);
      await expectVerdicts(besideToken(handle), always(INVALID), gateway);
    }
    await instance.addMember('removed');
    expect((await person[0]!('/instance/v1/me')).status).toBe(200);
    await expectVerdicts(besideToken(handle), always(INVALID));
  });

  it('rejects the handle of a session that has ended, on both gateways at once', async () => {
    const person = await instance.signIn('omid');
    const handle = await issue(person);
    expect((await person[0]!('/session/sign-out', { method: 'POST' })).status).toBe(200);
    for (const gateway of [1, 0]) {
      await expectVerdicts(alone(handle), always(INVALID), gateway);
      await expectVerdicts(besideToken(handle), always(INVALID), gateway);
    }
    expect((await member[0]!('/instance/v1/me')).status).toBe(200);
  });
});

describe('the handle of a tool call', () => {
  it.each([
    ['an answer', responses.content({}), '200'],
    ['a failure', responses.status(500), '502 tool.failed'],
    ['an answer that is no content', responses.status(200, []), '502 tool.answer_invalid'],
  ])('ends with the call, on both gateways, before the caller receives %s', async (_title, answer, expected) => {
    let handle = '';
    const people = (gateway: number) => anyone[gateway]!(`${plugin.base}/people`, { headers: besideToken(handle) });
    const response = await duringToolCall(async (given) => {
      handle = given;
      expect([(await people(0)).status, (await people(1)).status]).toEqual([200, 200]);
    }, answer);
    expect(verdict(response)).toBe(expected);
    expect([verdict(await people(1)), verdict(await people(0))]).toEqual([INVALID, INVALID]);
  });

  it('ends with the session during the call', async () => {
    const person = await instance.signIn('omid');
    const verdicts: unknown[] = [];
    server.respond(
      '/service/tools/find',
      responses.choose(async ({ json }) => {
        const headers = besideToken(json['handle'] as string);
        const before = await anyone[0]!(`${plugin.base}/people`, { headers });
        await person[0]!('/session/sign-out', { method: 'POST' });
        const after = await anyone[1]!(`${plugin.base}/people`, { headers });
        verdicts.push(before.status, verdict(after));
        return responses.content({});
      }),
    );
    // After 200 ms the response is 401 as well, because the caller is authenticated again.
    await person[1]!(`/instance/v1/installations/${plugin.id}/tools/find`, { json: {} });
    expect(verdicts).toEqual([200, INVALID]);
  });
});

describe('the handle of a page', () => {
  it('is valid for five minutes and for the origin in the manifest, for every member', async () => {
    const response = await member[1]!(handlePath(plugin), { json: { surface: 'app' } });
    expect([response.status, response.json['expires_in'], response.headers['cache-control']]).toEqual([
      200,
      300,
      'no-store',
    ]);
    const claims = await unsealHandle(instance.sealingKeys, response.json['handle']);
    expect(claims).toMatchObject({ purpose: 'page', origin: pageOrigin, read_only: false, call_id: null });
    expect(Date.parse(claims!.expires_at) - Date.parse(claims!.issued_at)).toBe(300_000);
  });

  it('is issued for a panel beside a record of its type that the person sees, and for no other page', async () => {
    const create = async (body: object) =>
      (await instance.admin[0]!('/instance/v1/cases', { json: body })).json['id'] as string;
    const open = await create({ title: 'برای همه' });
    const hidden = await create({ title: 'برای مدیران', member_ids: [] });
    const answerOf = async (body: object, person = member) =>
      verdict(await person[0]!(handlePath(plugin), { json: body }));
    const beside = (id: string, type = 'case') => ({ surface: 'panel', panel: 'invoice', record: { type, id } });
    expect(await answerOf(beside(open))).toBe('200');
    expect(await answerOf(beside(hidden))).toBe('404 case.not_found');
    expect(await answerOf(beside(hidden), instance.admin)).toBe('200');
    expect(await answerOf(beside('doc_1', 'document'))).toBe('404 installation.page_not_found');
    expect(await answerOf({ ...beside(open), panel: 'other' })).toBe('404 installation.page_not_found');
    expect(await answerOf({ surface: 'app', record: { type: 'invoice', id: 'none' } })).toBe('404 record.not_found');
    expect(await answerOf({ surface: 'panel' })).toBe('422 request.invalid');
    expect(await answerOf({ surface: 'app', panel: 'invoice' })).toBe('422 request.invalid');
    expect(await answerOf({ surface: 'app', origin: 'https://evil.example' })).toBe('422 request.invalid');
    const unknown = await member[0]!('/instance/v1/installations/ins_none/handle', { json: { surface: 'app' } });
    expect(verdict(unknown)).toBe('404 installation.not_found');
  });

  it('shows what the person may see after a change of role, from the next request on', async () => {
    const id = await instance.addMember('nima', 'admin');
    const nima = await instance.signIn('nima');
    const hidden = await instance.admin[0]!('/instance/v1/cases', { json: { title: 'محرمانه', member_ids: [] } });
    const handle = await issue(nima);
    const headers = alone(handle);
    const proposal = {
      external_id: 'n-1',
      record_type: 'case',
      action: 'update',
      record_id: hidden.json['id'],
      changes: { title: 'تازه' },
      summary: 'عنوان',
    };
    expect((await anyone[0]!(`${plugin.base}/proposals`, { headers, json: proposal })).status).toBe(201);
    const seen = async () =>
      (await anyone[1]!(`${plugin.base}/proposals`, { headers })).json['items'] as readonly unknown[];
    expect(await seen()).toHaveLength(1);
    const changed = await instance.admin[0]!(`/instance/v1/people/${id}`, {
      method: 'PATCH',
      json: { role: 'member' },
    });
    expect(changed.json).toEqual({ id, name: 'nima', role: 'member' });
    expect(await seen()).toEqual([]);
  });

  it('stops at once when the installation is paused, and ends when it is removed', async () => {
    const stopped = await instance.install(manifest('ir.acme.stopped'));
    const handle = await issue(member, stopped);
    const read = async () => verdict(await anyone[1]!(`${stopped.base}/people`, { headers: alone(handle) }));
    const admin = (method: string, path: string) =>
      instance.admin[0]!(`/instance/v1/installations/${stopped.id}${path}`, { method });
    expect(await read()).toBe('200');
    expect((await admin('POST', '/pause')).status).toBe(200);
    expect(await read()).toBe('403 installation.paused');
    expect(verdict(await member[0]!(handlePath(stopped), { json: { surface: 'app' } }))).toBe(
      '403 installation.paused',
    );
    expect((await admin('POST', '/resume')).status).toBe(200);
    expect(await read()).toBe('200');
    expect((await admin('DELETE', '')).status).toBe(200);
    expect(await read()).toBe(INVALID);
  });
});

describe('what both gateways have stored of an installation token under leases', () => {
  it('answers most requests without a question, and no request after a change was confirmed', async () => {
    const leased = await instance.install(manifest('ir.acme.leased'));
    const counter = await countQuestions(leased.id);
    const admin = (method: string, path: string, json?: object) =>
      instance.admin[0]!(`/instance/v1/installations/${leased.id}${path}`, { method, ...(json && { json }) });
    const use = (gateway: number, token = leased.token) =>
      anyone[gateway]!(`${leased.base}/installation`, { headers: { authorization: `Bearer ${token}` } });
    const fromBoth = async (token?: string) => [verdict(await use(1, token)), verdict(await use(0, token))];
    for (let n = 0; n < 40; n += 1) expect(await fromBoth()).toEqual(['200', '200']);
    expect(counter.count()).toBeLessThan(60);
    for (let times = 0; times < 5; times += 1) {
      expect((await admin('POST', '/pause')).status).toBe(200);
      expect(await fromBoth()).toEqual(['403 installation.paused', '403 installation.paused']);
      expect((await admin('POST', '/resume')).status).toBe(200);
      expect(await fromBoth()).toEqual(['200', '200']);
    }
    const rotate = { what: 'token', overlap_seconds: 0 };
    const headers = { authorization: `Bearer ${leased.token}` };
    const rotated = await anyone[0]!(`${leased.base}/installation/rotate`, { json: rotate, headers });
    const token = rotated.json['token'] as string;
    expect(await fromBoth()).toEqual(['401 auth.token_invalid', '401 auth.token_invalid']);
    expect(await fromBoth(token)).toEqual(['200', '200']);
    expect((await admin('DELETE', '')).status).toBe(200);
    expect(await fromBoth(token)).toEqual(['401 auth.token_invalid', '401 auth.token_invalid']);
    await counter.stop();
  });
});

/** Counts the batches of token lookups that name an installation, on the way to the installation service. */
async function countQuestions(installationId: string) {
  const connection = await BrokerConnection.connect(process.env['KUSHK_TEST_NATS_URL']!, 'observer');
  let count = 0;
  connection.nats.subscribe(`*.${contracts.authenticateTokens.subject}`, {
    callback: (_error, message) => void (message.string().includes(installationId) && (count += 1)),
  });
  await connection.nats.flush();
  return { count: () => count, stop: () => connection.close() };
}

describe('the sessions of a person', () => {
  it('are started by the first handle, listed, and ended one by one with their tokens', async () => {
    await instance.addMember('leila');
    const [phone, laptop] = [await instance.signIn('leila'), await instance.signIn('leila')];
    const [ofPhone, ofLaptop] = [await issue(phone), await issue(laptop)];
    const list = async (person: readonly HttpClient[]) =>
      (await person[1]!('/session/list')).json['items'] as readonly { id: string; current: boolean }[];
    expect(await issue(phone)).not.toBe(ofPhone);
    const sessions = await list(phone);
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);
    const end = (id: string) => phone[0]!(`/session/list/${id}`, { method: 'DELETE' });
    expect((await end(sessions[0]!.id)).status).toBe(204);
    expect(verdict(await end(sessions[0]!.id))).toBe('404 session.not_found');
    expect(verdict(await laptop[1]!('/instance/v1/me'))).toBe('401 auth.token_invalid');
    expect(verdict(await laptop[1]!('/session/list'))).toBe('401 auth.token_invalid');
    const read = async (handle: string) =>
      (await anyone[1]!(`${plugin.base}/people`, { headers: alone(handle) })).status;
    expect([await read(ofPhone), await read(ofLaptop)]).toEqual([200, 401]);
    expect(await list(phone)).toHaveLength(1);
    const ofOthers = (await list(phone))[0]!.id;
    expect(verdict(await member[0]!(`/session/list/${ofOthers}`, { method: 'DELETE' }))).toBe('404 session.not_found');
  });

  it('are refused to a person without a role', async () => {
    const client = await instance.signIn('nobody');
    expect(verdict(await client[0]!('/session/list'))).toBe('403 auth.role_missing');
  });
});

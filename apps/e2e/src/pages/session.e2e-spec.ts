/** Signing in to the pages of both roles with the local provider, and what other sites may not do with a session. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, statusAndCode, type HttpRequestOptions } from '@kushk/testing';
import { operator, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';
import { PersonBrowser } from './person-browser.js';

const COOKIE = { hub: '__Host-kushk-hub', instance: `__Host-kushk-${system.instanceId}` };
const hub = () => new PersonBrowser(system.hub, system.password);
const instance = () => new PersonBrowser(system.instance, system.password);
const verdictOf = async (browser: PersonBrowser, path = '/session'): Promise<string> => {
  const response = await browser.fetch(path);
  return response.status === 200 ? '200' : statusAndCode(response);
};

describe('signing in', () => {
  it('returns to the page from which the person came, with the person, roles and memberships', async () => {
    const [staff, admin] = [hub(), instance()];
    expect((await staff.signIn('operator', '/operator/usage?month=2026-10')).url.href).toBe(
      `${system.hub}/operator/usage?month=2026-10`,
    );
    expect((await staff.fetch('/session')).json).toMatchObject({
      person: { id: 'dev|operator', name: 'سارا کریمی' },
      roles: expect.arrayContaining(['operator', 'billing']),
      organisations: [],
    });
    await admin.signIn('admin');
    expect((await admin.fetch('/session')).json).toMatchObject({
      person: { id: 'dev|admin' },
      roles: [],
      publishers: [],
      organisations: [{ id: system.organisationId, role: 'admin', person_id: expect.stringMatching(/^per_/) }],
    });
  });

  it('is asked once for both: the provider knows the person, and each gateway has a cookie of its own', async () => {
    const browser = hub();
    await browser.signIn('operator');
    const { url } = await browser.open(`${system.instance}/session/sign-in`);
    expect(url.href).toBe(`${system.instance}/`);
    expect(browser.cookie(COOKIE.hub)).toMatch(/^[\w-]{43}$/);
  });

  it('authenticates every kind of route as a bearer token does', async () => {
    const [staff, publisher, admin, platform] = [hub(), hub(), instance(), instance()];
    await Promise.all([
      staff.signIn('operator'),
      publisher.signIn('publisher'),
      admin.signIn('admin'),
      platform.signIn('platform'),
    ]);
    const { publishers } = (await publisher.fetch('/session')).json as { publishers: { id: string }[] };
    expect(publishers.length).toBeGreaterThan(0);
    const answers = await Promise.all([
      verdictOf(staff, '/operator/v1/staff'),
      verdictOf(publisher, `/portal/v1/publishers/${publishers[0]!.id}/plugins`),
      verdictOf(admin, '/instance/v1/installations'),
      verdictOf(platform, '/instance/v1/staff'),
      verdictOf(publisher, '/operator/v1/staff'),
      verdictOf(staff, '/developer/v1/plugins'),
    ]);
    expect(answers).toEqual(['200', '200', '200', '200', '403 auth.role_missing', '401 auth.publisher_key_invalid']);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/session/sign-in',
    '\u0001//evil.example',
  ])('never leads to another place than our own pages: %j', async (returnTo) => {
    const browser = hub();
    expect((await browser.signIn('reviewer', returnTo)).url.href).toBe(`${system.hub}/`);
  });
});

describe('a write with the session cookie', () => {
  let admin: PersonBrowser;
  beforeAll(async () => {
    admin = instance();
    await admin.signIn('admin');
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const refused: readonly (readonly [title: string, sent: HttpRequestOptions])[] = [
    ['from another origin', { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }],
    ['from another port of this host', { headers: { origin: system.hub, 'sec-fetch-site': 'same-site' } }],
    ['with our origin, but from another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['without an origin', { headers: { origin: [] } }],
    ['with the origin null', { headers: { origin: 'null' } }],
    ['without a media type', { body: '', headers: { 'content-type': [] } }],
    ['of a form', { body: 'a=b', headers: form }],
    ['of a form, from another site', { body: 'a=b', headers: { ...form, origin: 'https://evil.example' } }],
    ['of plain text that looks like JSON', { body: '{}', headers: { 'content-type': 'text/plain' } }],
    ['of several media types', { body: '{}', headers: { 'content-type': 'text/plain, application/json' } }],
  ];
  it.each(refused)('is refused %s', async (_title, sent) => {
    for (const [path, method] of [
      ['/instance/v1/cases', 'POST'],
      ['/session/preferences', 'PUT'],
      ['/session/sign-out', 'POST'],
      ['/session/list/pss_none', 'DELETE'],
    ] as const)
      expect([path, statusAndCode(await admin.fetch(path, { method, ...sent }))]).toEqual([
        path,
        '403 auth.origin_refused',
      ]);
    expect(await verdictOf(admin)).toBe('200');
  });

  it('is accepted from our own page, and from a browser that sends no Sec-Fetch-Site', async () => {
    for (const headers of [{}, { 'sec-fetch-site': [] }]) {
      const made = await admin.fetch('/instance/v1/cases', {
        method: 'POST',
        json: { title: unique('نشست ') },
        headers,
      });
      expect(made.status).toBe(201);
    }
  });

  it('is refused for a read that another site begins, and a bearer token needs none of this', async () => {
    const read = await admin.fetch('/instance/v1/cases', { headers: { 'sec-fetch-site': 'same-site' } });
    expect(statusAndCode(read)).toBe('403 auth.origin_refused');
    const script = await instance().fetch('/instance/v1/cases', {
      method: 'POST',
      json: { title: unique('با توکن ') },
      headers: { authorization: `Bearer ${system.tokens.admin}`, origin: 'https://evil.example' },
    });
    expect(script.status).toBe(201);
  });
});

describe('the end of a session', () => {
  it('reaches every tab, here and at the provider, and signing in again asks for the account', async () => {
    const browser = instance();
    await browser.signIn('member');
    const tab = instance();
    tab.setCookie(COOKIE.instance, browser.cookie(COOKIE.instance)!);
    expect(await verdictOf(tab)).toBe('200');
    const out = await browser.fetch('/session/sign-out', { method: 'POST' });
    expect(await verdictOf(tab)).toBe('401 auth.token_invalid');
    const question = await browser.open(out.json['location'] as string);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.response.text)?.[1] ?? '';
    const home = await browser.submit(new URL('/session/end/confirm', question.url), { xsrf, logout: 'yes' });
    expect(home.url.href).toBe(`${system.instance}/`);
    const login = await browser.open('/session/sign-in');
    expect([login.url.origin === system.instance, login.response.text.includes('type="password"')]).toEqual([
      false,
      true,
    ]);
  });

  it('follows from the other gateway: the provider signs the person out of both', async () => {
    const browser = instance();
    await browser.signIn('platform');
    await browser.open(`${system.hub}/session/sign-in`);
    const [atHub, onInstance] = [hub(), instance()];
    atHub.setCookie(COOKIE.hub, browser.cookieAt(system.hub, COOKIE.hub)!);
    onInstance.setCookie(COOKIE.instance, browser.cookie(COOKIE.instance)!);
    const question = await browser.open(
      (await browser.fetch('/session/sign-out', { method: 'POST' })).json['location'] as string,
    );
    expect(await verdictOf(onInstance)).toBe('401 auth.token_invalid');
    expect(await verdictOf(atHub)).toBe('200');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.response.text)?.[1] ?? '';
    await browser.submit(new URL('/session/end/confirm', question.url), { xsrf, logout: 'yes' });
    expect(await eventually(async () => (await verdictOf(atHub)) === '401 auth.token_invalid')).toBe(true);
  });

  it('follows the loss of the last role', async () => {
    const id = (await operator.post('/staff', { subject: 'dev|elham', name: 'الهام موسوی', roles: ['reviewer'] })).body
      .id as string;
    const browser = hub();
    await browser.signIn('elham');
    expect(await verdictOf(browser, '/operator/v1/reviews')).toBe('200');
    expect((await operator.delete(`/staff/${id}`)).status).toBe(204);
    expect(await verdictOf(browser)).toBe('401 auth.token_invalid');
    await browser.signIn('elham');
    expect((await browser.fetch('/session')).json).toMatchObject({ roles: [], publishers: [], organisations: [] });
  });
});

describe('the document of the pages', () => {
  it.each([
    { role: 'hub', page: `${system.hub}/operator/publishers`, frames: "frame-src 'none'" },
    { role: 'instance', page: `${system.instance}/store/ir.acme.crm`, frames: "frame-src 'self'" },
  ])('of the $role cannot be framed, and runs only our own scripts', async ({ page, frames }) => {
    const { origin, pathname } = new URL(page);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await new PersonBrowser(origin, system.password).fetch(pathname, {
        method,
        headers: { accept: 'text/html', 'accept-language': 'fa-IR,fa;q=0.9' },
      });
      expect([status, headers['x-frame-options'], headers['x-content-type-options'], headers['cache-control']]).toEqual(
        [200, 'DENY', 'nosniff', 'private, no-cache'],
      );
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; ${frames}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default`,
      );
      expect(text.includes('<html lang="fa" dir="rtl" data-theme="auto">')).toBe(method === 'GET');
    }
  });

  it('has the language and the theme of the person, and never what a cookie invents', async () => {
    const browser = hub();
    const opening = async () =>
      /<html [^>]*>/.exec(
        (await browser.fetch('/', { headers: { accept: 'text/html', 'accept-language': 'en' } })).text,
      )?.[0];
    expect(await opening()).toBe('<html lang="en" dir="ltr" data-theme="auto">');
    browser.setCookie('kushk_language', 'fa');
    browser.setCookie('kushk_theme', 'dark');
    expect(await opening()).toBe('<html lang="fa" dir="rtl" data-theme="dark">');
    browser.setCookie('kushk_theme', '"><script>');
    expect(await opening()).toBe('<html lang="fa" dir="rtl" data-theme="auto">');
  });

  it('is never the answer for an unknown file or an unknown route of an API', async () => {
    const browser = hub();
    for (const path of [
      '/assets/unknown.js',
      '/operator/v1/unknown',
      '/session/unknown',
      '/favicon.ico',
      '/frames/x/app',
    ])
      expect([path, (await browser.fetch(path, { headers: { accept: 'text/html' } })).status]).toEqual([path, 404]);
  });

  it('loads scripts that are compressed and never change under their name', async () => {
    const browser = hub();
    const { text } = await browser.fetch('/', { headers: { accept: 'text/html' } });
    const [, script] = /<script [^>]*src="(\/assets\/[^"]+)"/.exec(text) ?? [];
    const { status, headers } = await browser.fetch(script!, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([status, headers['content-encoding'], headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ]);
  });
});

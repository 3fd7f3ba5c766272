/** Sessions of browsers on the hub, at two gateways (docs/reference/sign-in.md). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually, statusAndCode } from '@kushk/testing';
import { HubBrowser } from './hub-browser.js';
import { startHub, type HubHarness } from './hub-harness.js';

const SESSION = '__Host-kushk-hub';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const HOUR = 3_600_000;
let hub: HubHarness;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub.stop());

const signedIn = async (subject: string, sid?: string): Promise<HubBrowser> => {
  const browser = new HubBrowser(hub);
  await browser.signIn({ subject, name: 'ریتا', ...(sid !== undefined && { sid }) });
  return browser;
};
const statusAt = async (browser: HubBrowser, gateway = 0): Promise<string> => {
  const response = await browser.fetch('/session', {}, gateway);
  return response.status === 200 ? '200' : statusAndCode(response);
};
const sessionCookie = (browser: HubBrowser): string => browser.cookies.get(SESSION)!;

describe('signing in', () => {
  it('starts a session that both gateways accept, for staff routes as well', async () => {
    const browser = new HubBrowser(hub);
    const request = await browser.begin('/reviews?status=submitted', 1);
    expect([request.get('response_type'), request.get('code_challenge_method'), request.get('client_id')]).toEqual([
      'code',
      'S256',
      'kushk-hub',
    ]);
    const back = await browser.comeBack({ subject: 'rita', name: 'ریتا', request }, 0);
    expect([back.status, back.headers.location]).toEqual([303, '/reviews?status=submitted']);
    for (const gateway of [0, 1]) {
      expect((await browser.fetch('/session', {}, gateway)).json).toEqual({
        person: { id: 'rita', name: 'rita' },
        roles: ['reviewer'],
        publishers: [],
        organisations: [],
        language: 'fa',
        theme: 'auto',
        clock_ahead_seconds: 0,
      });
      expect((await browser.fetch('/operator/v1/reviews', {}, gateway)).status).toBe(200);
    }
  });

  it('sets only cookies that scripts cannot read and other sites cannot send', async () => {
    const browser = await signedIn('rita');
    const attributes = Object.fromEntries(
      browser.received.map((line) => [line.split('=')[0]!, line.split('; ').slice(1).sort().join('; ')]),
    );
    expect(attributes).toEqual({
      [`${SESSION}-sign-in`]: 'HttpOnly; Max-Age=600; Path=/; SameSite=Lax; Secure',
      [SESSION]: 'HttpOnly; Max-Age=604800; Path=/; SameSite=Strict; Secure',
      '__Secure-kushk-hub-id-token': 'HttpOnly; Max-Age=604800; Path=/session/sign-out; SameSite=Strict; Secure',
    });
  });

  it('gives a new cookie each time and ends the session of the old one', async () => {
    const browser = await signedIn('rita');
    const known = new HubBrowser(hub);
    known.cookies.set(SESSION, sessionCookie(browser));
    expect(await statusAt(known)).toBe('200');
    // In production the provider is another site, so the redirect back does not carry the Strict cookie.
    const request = await browser.begin();
    browser.cookies.delete(SESSION);
    await browser.comeBack({ subject: 'sam', request });
    expect(await statusAt(known, 1)).toBe('401 auth.token_invalid');
    expect((await browser.fetch('/session')).json['person']).toEqual({ id: 'sam', name: 'sam' });
  });

  it('does not accept a session cookie that somebody else has chosen', async () => {
    const browser = new HubBrowser(hub);
    const planted = 'A'.repeat(43);
    browser.cookies.set(SESSION, planted);
    await browser.signIn({ subject: 'rita' });
    expect(sessionCookie(browser)).not.toBe(planted);
    browser.cookies.set(SESSION, planted);
    expect(await statusAt(browser)).toBe('401 auth.token_invalid');
  });

  it('completes two sign-ins of one browser in any order', async () => {
    const browser = new HubBrowser(hub);
    const [first, second] = [await browser.begin('/a'), await browser.begin('/b')];
    expect((await browser.comeBack({ subject: 'rita', request: second })).headers.location).toBe('/b');
    expect((await browser.comeBack({ subject: 'rita', request: first }, 1)).headers.location).toBe('/a');
    expect(await statusAt(browser)).toBe('200');
  });

  it('completes a sign-in once, only in the browser that began it, and only with its own code', async () => {
    const browser = new HubBrowser(hub);
    const request = await browser.begin();
    const other = new HubBrowser(hub);
    await other.begin();
    expect((await other.comeBack({ subject: 'rita', request })).status).toBe(400);
    expect((await browser.comeBack({ subject: 'rita', request })).status).toBe(303);
    expect((await browser.comeBack({ subject: 'rita', request })).status).toBe(400);
    const codeOfAnother = await other.begin();
    const [begun, cookie] = [await browser.begin(), sessionCookie(browser)];
    const mixed = new URLSearchParams({ code: hub.signIn.code({ subject: 'sam', request: codeOfAnother }) });
    mixed.set('state', begun.get('state')!);
    const refused = await browser.fetch(`/session/callback?${mixed.toString()}`);
    expect([refused.status, sessionCookie(browser)]).toEqual([400, cookie]);
  });

  it('shows a document that cannot be framed when the provider refuses, and no session starts', async () => {
    const browser = new HubBrowser(hub);
    const request = await browser.begin();
    const query = new URLSearchParams({ error: 'access_denied', state: request.get('state')! });
    const refused = await browser.fetch(`/session/callback?${query.toString()}`, {
      headers: { 'accept-language': 'en' },
    });
    expect([refused.status, browser.cookies.has(SESSION)]).toEqual([403, false]);
    expect(refused.text).toContain('You are not signed in');
    expect(refused.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

describe('the end of a session', () => {
  it('counts for the next request at both gateways after signing out, and does not end other sessions', async () => {
    const [browser, other] = [await signedIn('rita'), await signedIn('rita')];
    const stolen = new HubBrowser(hub);
    stolen.cookies.set(SESSION, sessionCookie(browser));
    const response = await browser.fetch('/session/sign-out', { method: 'POST' });
    const location = new URL(response.json['location'] as string);
    expect([location.origin, location.searchParams.get('post_logout_redirect_uri')]).toEqual([
      hub.signIn.issuer,
      'http://hub.test/',
    ]);
    expect(location.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect(browser.cookies.has(SESSION)).toBe(false);
    for (const gateway of [1, 0]) expect(await statusAt(stolen, gateway)).toBe('401 auth.token_invalid');
    expect(await statusAt(other)).toBe('200');
  });

  it('follows when the person ends it in the list of another browser', async () => {
    const [here, there] = [await signedIn('sam'), await signedIn('sam')];
    const { items } = (await here.fetch('/session/list')).json as { items: { id: string; current: boolean }[] };
    const elsewhere = items.filter(({ current }) => !current);
    expect(elsewhere.length).toBeGreaterThan(0);
    for (const { id } of elsewhere)
      expect((await here.fetch(`/session/list/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect([await statusAt(there, 1), await statusAt(here)]).toEqual(['401 auth.token_invalid', '200']);
  });

  it('follows the loss of the last role, and signing in again shows a person without roles', async () => {
    const added = await hub.staff('/operator/v1/staff', {
      json: { subject: 'tara', name: 'تارا', roles: ['reviewer'] },
    });
    const browser = await signedIn('tara');
    expect((await browser.fetch('/operator/v1/reviews')).status).toBe(200);
    const id = added.json['id'] as string;
    await hub.staff(`/operator/v1/staff/${id}`, { method: 'PATCH', json: { roles: ['billing'] } });
    expect(await statusAt(browser)).toBe('200');
    await hub.staff(`/operator/v1/staff/${id}`, { method: 'PATCH', json: { roles: [] } });
    expect(await statusAt(browser, 1)).toBe('401 auth.token_invalid');
    await browser.signIn({ subject: 'tara', name: 'تارا' });
    expect((await browser.fetch('/session')).json).toMatchObject({
      person: { id: 'tara', name: 'تارا' },
      roles: [],
      publishers: [],
    });
    expect(statusAndCode(await browser.fetch('/operator/v1/reviews'))).toBe('403 auth.role_missing');
  });
});

describe('back-channel logout', () => {
  const now = () => Math.floor(Date.now() / 1_000);
  const claims = (more: object) => ({
    iss: hub.signIn.issuer,
    aud: 'kushk-hub',
    iat: now(),
    jti: `jti-${Math.random()}`,
    events: { [LOGOUT_EVENT]: {} },
    ...more,
  });
  const logOut = async (more: object, header: Readonly<Record<string, string>> = { typ: 'logout+jwt' }) => {
    const form = new URLSearchParams({ logout_token: await hub.signIn.sign(claims(more), header) }).toString();
    return await hub.anyone(1)('/session/backchannel-logout', {
      method: 'POST',
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  };

  it("ends the sessions of the provider's session, and no others", async () => {
    const [named, other] = [await signedIn('rita', 'sid-1'), await signedIn('rita', 'sid-2')];
    expect((await logOut({ sid: 'sid-1', sub: 'rita' })).status).toBe(200);
    expect([await statusAt(named), await statusAt(other)]).toEqual(['401 auth.token_invalid', '200']);
    expect((await logOut({ sid: 'sid-2' })).status).toBe(200);
    expect(await statusAt(other, 1)).toBe('401 auth.token_invalid');
  });

  it('ends all sessions of a person when the token names no session, but none that started later', async () => {
    const [one, two, another] = [await signedIn('rita', 'sid-3'), await signedIn('rita'), await signedIn('sam')];
    const captured = { sub: 'rita', iat: now() };
    expect((await logOut(captured)).status).toBe(200);
    expect([await statusAt(one), await statusAt(two), await statusAt(another)]).toEqual([
      '401 auth.token_invalid',
      '401 auth.token_invalid',
      '200',
    ]);
    const later = await signedIn('rita');
    expect((await logOut({ ...captured, iat: captured.iat - 60 })).status).toBe(200);
    expect(await statusAt(later)).toBe('200');
  });

  it('rejects everything but a logout token of the provider for this client', async () => {
    const browser = await signedIn('rita', 'sid-4');
    const id = { sid: 'sid-4', sub: 'rita' };
    const rejected = [
      await logOut({ ...id, aud: 'kushk-i1' }),
      await logOut({ ...id, iss: 'https://other.test' }),
      await logOut({ ...id, iat: now() - 3_600 }),
      await logOut({ ...id, iat: undefined }),
      await logOut({ ...id, jti: undefined }),
      await logOut({ ...id, nonce: 'n' }),
      await logOut({ ...id, events: {} }),
      await logOut({ ...id, events: { [LOGOUT_EVENT]: 'yes' } }),
      await logOut({}),
      await logOut(id, { typ: 'at+jwt' }),
      await hub.anyone()('/session/backchannel-logout', {
        method: 'POST',
        body: 'logout_token=eyJhbGciOiJub25lIn0.e30.',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      await hub.anyone()('/session/backchannel-logout', {
        method: 'POST',
        body: 'x=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ];
    expect(rejected.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
      rejected.map(() => [400, 'no-store']),
    );
    expect(await statusAt(browser)).toBe('200');
  });
});

describe('on a clock that a test moves', () => {
  const startedAt = new Date();
  const later = (ms: number): void => void jest.setSystemTime(new Date(startedAt.getTime() + ms));
  beforeEach(() => {
    jest.useFakeTimers({
      now: startedAt,
      doNotFake: [
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setInterval',
        'clearInterval',
        'setTimeout',
        'clearTimeout',
      ],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('a session ends after eight hours without use, and goes on while it is used', async () => {
    const [used, unused] = [await signedIn('rita'), await signedIn('rita')];
    for (const hours of [4, 7.9]) {
      later(hours * HOUR);
      expect(await statusAt(used)).toBe('200');
    }
    later(8 * HOUR);
    expect([await statusAt(used, 1), await statusAt(unused)]).toEqual(['200', '401 auth.token_invalid']);
  });

  it('a session ends after seven days, however often it is used', async () => {
    const browser = await signedIn('rita');
    for (let hours = 7; hours < 168; hours += 7) {
      later(hours * HOUR);
      expect([hours, await statusAt(browser)]).toEqual([hours, '200']);
    }
    later(168 * HOUR);
    expect(await statusAt(browser)).toBe('401 auth.token_invalid');
  });

  it('a sign-in that is under way ends after ten minutes', async () => {
    const browser = new HubBrowser(hub);
    const [inTime, late] = [await browser.begin(), await browser.begin()];
    later(HOUR / 6 - 1_000);
    expect((await browser.comeBack({ subject: 'rita', request: inTime })).status).toBe(303);
    later(HOUR / 6);
    expect((await browser.comeBack({ subject: 'rita', request: late })).status).toBe(400);
  });
});

describe('preferences', () => {
  it('follow the person to the next browser', async () => {
    const browser = await signedIn('sam');
    const chosen = { language: 'en', theme: 'dark' };
    const response = await browser.fetch('/session/preferences', { method: 'PUT', json: chosen });
    expect([response.status, browser.cookies.get('kushk_language'), browser.cookies.get('kushk_theme')]).toEqual([
      204,
      'en',
      'dark',
    ]);
    await eventually(async () => (await signedIn('sam')).cookies.get('kushk_theme') === 'dark');
    expect((await (await signedIn('sam')).fetch('/session')).json).toMatchObject(chosen);
    const invalid = await browser.fetch('/session/preferences', { method: 'PUT', json: { ...chosen, theme: 'pink' } });
    expect(statusAndCode(invalid)).toBe('422 request.invalid');
  });
});

describe('saved views', () => {
  const view = { path: '/releases', name: 'Waiting', search: '?status=approved' };

  it('follow the person to the next browser, are replaced by name, and are not listed for others', async () => {
    const browser = await signedIn('sam');
    const set = (changed: object) => browser.fetch('/session/views', { method: 'PUT', json: { ...view, ...changed } });
    expect((await set({})).status).toBe(204);
    expect((await set({ path: '/audit' })).status).toBe(204);
    expect((await set({ search: '?status=published' })).status).toBe(204);
    const views = async (subject: string) =>
      ((await (await signedIn(subject)).fetch('/session/views')).json as { views: unknown }).views;
    expect(await views('sam')).toEqual([
      { ...view, path: '/audit' },
      { ...view, search: '?status=published' },
    ]);
    expect(await views('rita')).toEqual([]);
    expect((await set({ path: '/audit', search: null })).status).toBe(204);
    expect(await views('sam')).toEqual([{ ...view, search: '?status=published' }]);
    for (const invalid of [
      { path: '//evil.example' },
      { path: 'x' },
      { search: 'q=a' },
      { search: '?q=a b' },
      { name: '' },
    ])
      expect(statusAndCode(await set(invalid))).toBe('422 request.invalid');
  });

  it('are all there when two tabs save theirs at the same time, at two gateways', async () => {
    const browser = await signedIn('vera');
    const names = Array.from({ length: 8 }, (_name, at) => `View ${at}`);
    const save = (name: string, at: number) =>
      browser.fetch('/session/views', { method: 'PUT', json: { ...view, name } }, at % 2);
    const responses = await Promise.all(names.map(save));
    expect(responses.map(({ status }) => status)).toEqual(names.map(() => 204));
    const { views } = (await browser.fetch('/session/views')).json as { views: readonly { name: string }[] };
    expect(views.map(({ name }) => name).toSorted()).toEqual(names);
  });
});

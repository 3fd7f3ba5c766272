/** Sessions of browsers: fixation, requests of other sites, sign-ins of others, and what outlives a sign-out. */
import type { HttpRequestOptions } from '@kushk/testing';
import { PersonBrowser } from '../../../../apps/e2e/src/pages/person-browser.js';
import { each, expectSeen, type Attack, type Gateways } from './attack.js';
import { verdict, verdictOf } from './http.js';
import { keepingNotes, newManifest } from './parties.js';
import { pluginName } from './friendly-plugin.js';

const cookieOf = { hub: '__Host-kushk-hub', instance: '__Host-kushk-i1' } as const;
const callback = '/session/callback';
const invalid = '401 auth.token_invalid';
const otherSite = '403 auth.origin_refused';

const browserAt = (
  system: Pick<Gateways, 'hub' | 'instance' | 'secrets'>,
  at: 'hub' | 'instance' = 'instance',
): PersonBrowser => new PersonBrowser(system[at], system.secrets.signIn.password);

async function signedIn(system: Gateways, username: string, at?: 'hub' | 'instance'): Promise<PersonBrowser> {
  const browser = browserAt(system, at);
  await browser.signIn(username);
  return browser;
}

/** The answer to another browser that has this cookie. */
async function sessionWith(system: Gateways, cookie = ''): Promise<string> {
  const thief = browserAt(system);
  thief.setCookie(cookieOf.instance, cookie);
  return verdict(await thief.fetch('/session'));
}

export const fixation: Attack<Gateways> = {
  name: 'a cookie that was planted before the sign-in is no session after it',
  plantedDefect: 'planted-cookie-signs-in',
  run: async (system) => {
    const victim = browserAt(system);
    victim.setCookie(cookieOf.instance, 'A'.repeat(43));
    await victim.signIn('member2');
    return expectSeen({ planted: await sessionWith(system, 'A'.repeat(43)) }, invalid);
  },
};

const replaced: Attack = {
  name: 'the cookie of before another sign-in, and the cookie of the hub, open no session of the instance',
  plantedDefect: 'unreplaced-sessions',
  group: 2,
  run: async (system) => {
    const browser = await signedIn(system, 'member');
    const before = browser.cookie(cookieOf.instance);
    await browser.signIn('member');
    const hub = await signedIn(system, 'operator', 'hub');
    const seen = {
      before: await sessionWith(system, before),
      'of the hub': await sessionWith(system, hub.cookie(cookieOf.hub)),
    };
    return expectSeen(seen, invalid);
  },
};

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const writes: Readonly<Record<string, (system: Gateways) => HttpRequestOptions>> = {
  'no origin': () => ({ headers: { origin: [] } }),
  'origin null': () => ({ headers: { origin: 'null' } }),
  'the hub': ({ hub }) => ({ headers: { origin: hub, 'sec-fetch-site': 'same-site' } }),
  'a plugin': () => ({ headers: { origin: `https://${pluginName}`, 'sec-fetch-site': [] } }),
  'own origin, other site': () => ({ headers: { 'sec-fetch-site': 'cross-site' } }),
};
export const crossSite: Attack<Gateways> = {
  name: 'no other origin writes with a session cookie',
  plantedDefect: 'any-origin-writes',
  run: async (system) => {
    const browser = await signedIn(system, 'member');
    const json = { language: 'fa', theme: 'auto' };
    const seen = await each(
      Object.entries(writes),
      ([name]) => name,
      async ([, sent]) =>
        verdict(await browser.fetch('/session/preferences', { method: 'PUT', json, ...sent(system) })),
    );
    return expectSeen(seen, otherSite);
  },
};

const simpleTypes: Attack = {
  name: 'no media type that a form or a script of another site can send is read as JSON',
  plantedDefect: 'any-media-type-writes',
  run: async (system) => {
    const browser = await signedIn(system, 'member');
    const types = [form['content-type'], 'text/plain', 'application/jsonp', 'text/plain, application/json'];
    const seen = await each(types, String, async (type) =>
      verdict(
        await browser.fetch('/session/sign-out', { method: 'POST', body: '{}', headers: { 'content-type': type } }),
      ),
    );
    return expectSeen(seen, otherSite);
  },
};

const crossSiteReads: Attack = {
  name: 'another site begins no read with a session cookie',
  plantedDefect: 'any-site-reads',
  run: async (system) => {
    const browser = await signedIn(system, 'member');
    const seen = await each(['cross-site', 'same-site'], String, async (site) =>
      verdict(await browser.fetch('/instance/v1/cases', { headers: { 'sec-fetch-site': site } })),
    );
    return expectSeen(seen, otherSite);
  },
};

/** The address with which the provider sends the browser of a person back, before it is opened. */
async function callbackOf(browser: PersonBrowser, username: string, returnTo = '/'): Promise<string> {
  const { url } = await browser.open(`/session/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  return (await browser.submitSignIn(url, username, [callback])).url.href;
}

const signInOfAnother: Attack = {
  name: 'a callback that another person began signs nobody in, and none is used twice',
  plantedDefect: 'any-sign-in-completes',
  run: async (system) => {
    const attacker = browserAt(system);
    const address = await callbackOf(attacker, 'kaveh');
    const [victim, busy] = [browserAt(system), browserAt(system)];
    await busy.open('/session/sign-in');
    const opened = async (browser: PersonBrowser): Promise<string> => {
      const { response } = await browser.open(address);
      return `${response.status} ${browser.cookie(cookieOf.instance) === undefined ? 'no cookie' : 'signed in'}`;
    };
    const seen = { victim: await opened(victim), 'with its own under way': await opened(busy) };
    await attacker.open(address);
    attacker.setCookie(cookieOf.instance, '');
    const twice = (await attacker.open(address)).response.status;
    return expectSeen({ ...seen, twice: `${twice} no cookie` }, '400 no cookie');
  },
};

const embeddedSignIn: Attack = {
  name: 'no image and no frame begins a sign-in',
  plantedDefect: 'embedded-sign-in',
  run: async (system) => {
    const seen = await each(['image', 'iframe', 'script'], String, async (destination) =>
      String(
        (await browserAt(system).fetch('/session/sign-in', { headers: { 'sec-fetch-dest': destination } })).status,
      ),
    );
    return expectSeen(seen, '403');
  },
};

const otherPlaces = [
  ...['//evil.example', '/\\evil.example', '/\t/evil.example', '/.//evil.example', '\u0001//evil.example'],
  ...[
    'https://evil.example/',
    'http:evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    '/%5c%5cevil.example/..//x',
  ],
  ...[
    '/session/sign-in',
    '/SESSION/sign-out',
    '/x/../session/sign-in',
    '///evil.example',
    '/\u00a0/evil.example',
    'evil',
  ],
];
const redirects: Attack = {
  name: 'no return_to leads to another origin, or back into the session routes',
  plantedDefect: 'any-return-path',
  run: async (system) => {
    const seen = await each(otherPlaces, encodeURIComponent, async (place) => {
      const browser = browserAt(system);
      const address = await callbackOf(browser, 'member', place);
      const { headers } = await browser.fetch(address.slice(system.instance.length));
      const { origin, pathname, href } = new URL(headers.location ?? 'none:', system.instance);
      return origin === system.instance && !/^\/session/i.test(pathname) ? 'our page' : href;
    });
    return expectSeen(seen, 'our page');
  },
};

const afterSignOut: Attack = {
  name: 'neither the cookie nor the handle of a page outlives a sign-out, and no other origin uses a handle',
  plantedDefect: 'handles-of-any-origin',
  run: async (system) => {
    const manifest = newManifest({ ...keepingNotes, ui: { app: { path: '/app' } } });
    await system.publish(manifest);
    const { id, api } = await system.install(manifest);
    const browser = await signedIn(system, 'member');
    const issued = await browser.fetch(`/instance/v1/installations/${id}/handle`, {
      method: 'POST',
      json: { surface: 'app' },
    });
    const token = String(issued.json['handle']);
    const read = (origin?: string): Promise<string> =>
      verdictOf('GET', `${api}/records/note`, { token, headers: origin === undefined ? {} : { origin } });
    const own = `https://${pluginName}`;
    const seen = {
      'of its own origin': await read(own),
      'of another origin': await read('https://evil.example'),
      'without an origin': await read(),
    };
    const cookie = browser.cookie(cookieOf.instance);
    await browser.fetch('/session/sign-out', { method: 'POST' });
    const after = { 'cookie afterwards': await sessionWith(system, cookie), 'handle afterwards': await read(own) };
    return expectSeen(
      { ...seen, ...after },
      {
        'of its own origin': '200',
        'of another origin': '403 auth.origin_refused',
        'without an origin': '403 auth.origin_refused',
        'cookie afterwards': invalid,
        'handle afterwards': '401 auth.handle_invalid',
      },
    );
  },
};

export const sessionAttacks: readonly Attack[] = [
  ...[fixation, replaced, crossSite, simpleTypes, crossSiteReads, signInOfAnother, embeddedSignIn, redirects],
  afterSignOut,
];

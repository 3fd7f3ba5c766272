/**
 * The cookies of the pages (docs/reference/sign-in.md). Cookies ignore ports, so their names contain the hub or the
 * instance: two gateways on one host must not overwrite each other's.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import { hashCredential } from '@kushk/credentials';

export interface SessionCookieNames {
  readonly session: string;
  /** The cookie of sign-ins that are under way. It grants nothing: it only ties them to one browser. */
  readonly signIn: string;
  /** The sealed ID token, which only the provider's sign-out needs. */
  readonly idToken: string;
}
export type Language = 'fa' | 'en';
export type Theme = 'auto' | 'light' | 'dark';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const SIGN_IN_SECONDS = 600;
const SESSION_SECONDS = 7 * 86_400;
const YEAR_SECONDS = 365 * 86_400;
const LANGUAGE_COOKIE = 'kushk_language';
const THEME_COOKIE = 'kushk_theme';
const SIGN_OUT_PATH = '/session/sign-out';
/** Browsers drop cookies above 4,096 bytes with their name and attributes. */
const ID_TOKEN_MAX_CHARACTERS = 3_800;
const own = { httpOnly: true, secure: true } as const;

/** Creates the value of a session cookie, or of a sign-in cookie: 256 random bits. */
export function newCookieToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export class SessionCookies {
  readonly names: SessionCookieNames;

  /** `scope` is `hub` or the id of the instance. */
  constructor(
    scope: string,
    private readonly pepper: Buffer,
  ) {
    const session = `__Host-kushk-${scope}`;
    this.names = { session, signIn: `${session}-sign-in`, idToken: `__Secure-kushk-${scope}-id-token` };
  }

  /** The session token of a request; null when there is none, or when it cannot be one. */
  sessionToken(headers: IncomingHttpHeaders): string | null {
    return tokenIn(headers, this.names.session);
  }

  signInToken(headers: IncomingHttpHeaders): string | null {
    return tokenIn(headers, this.names.signIn);
  }

  sealedIdToken(headers: IncomingHttpHeaders): string | null {
    return valueIn(headers, this.names.idToken);
  }

  /** The key by which a session is stored: a keyed hash, so that the database contains no usable cookie. */
  sessionKey(token: string): string {
    return hashCredential(this.pepper, `browser-session ${token}`);
  }

  /** The id of a sign-in: of this browser and of the `state` that the provider returns. */
  signInId(token: string, state: string): string {
    return hashCredential(this.pepper, `sign-in ${token} ${state}`);
  }

  session(token: string): string {
    return serialize(this.names.session, token, {
      ...own,
      path: '/',
      sameSite: 'strict',
      maxAge: SESSION_SECONDS,
    });
  }

  /** Lax, because the provider's redirect must carry it. */
  signIn(token: string): string {
    return serialize(this.names.signIn, token, { ...own, path: '/', sameSite: 'lax', maxAge: SIGN_IN_SECONDS });
  }

  /** Nothing when the token is too large for a cookie: signing out at the provider then asks the person. */
  idToken(sealed: string): readonly string[] {
    if (sealed.length > ID_TOKEN_MAX_CHARACTERS) return [];
    return [
      serialize(this.names.idToken, sealed, {
        ...own,
        path: SIGN_OUT_PATH,
        sameSite: 'strict',
        maxAge: SESSION_SECONDS,
      }),
    ];
  }

  /** Removes the cookies of a session that has ended. */
  ended(): readonly string[] {
    return [
      serialize(this.names.session, '', { ...own, path: '/', sameSite: 'strict', maxAge: 0 }),
      serialize(this.names.idToken, '', { ...own, path: SIGN_OUT_PATH, sameSite: 'strict', maxAge: 0 }),
    ];
  }
}

/** The readable cookies from which the gateway writes the language and the theme into the document. */
export function preferenceCookies({
  language,
  theme,
}: {
  readonly language: Language;
  readonly theme: Theme;
}): readonly string[] {
  const readable = { path: '/', secure: true, sameSite: 'lax', maxAge: YEAR_SECONDS } as const;
  return [serialize(LANGUAGE_COOKIE, language, readable), serialize(THEME_COOKIE, theme, readable)];
}

/** The language that the person has chosen, else the first of Persian and English that the browser prefers. */
export function languageOfPages(headers: IncomingHttpHeaders): Language {
  const chosen = valueIn(headers, LANGUAGE_COOKIE);
  if (chosen === 'fa' || chosen === 'en') return chosen;
  const [, preferred] = /(?:^|[\s,])(fa|en)\b/i.exec(headers['accept-language'] ?? '') ?? [];
  return preferred?.toLowerCase() === 'en' ? 'en' : 'fa';
}

export function themeOfPages(headers: IncomingHttpHeaders): Theme {
  const chosen = valueIn(headers, THEME_COOKIE);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}

function tokenIn(headers: IncomingHttpHeaders, name: string): string | null {
  const value = valueIn(headers, name);
  return value !== null && TOKEN.test(value) ? value : null;
}

function valueIn({ cookie: header }: IncomingHttpHeaders, name: string): string | null {
  // Parsing is skipped for the many requests that have other cookies or none.
  if (header === undefined || !header.includes(`${name}=`)) return null;
  return parseCookie(header)[name] ?? null;
}

function serialize(name: string, value: string, attributes: Omit<SetCookie, 'name' | 'value'>): string {
  return stringifySetCookie({ ...attributes, name, value });
}

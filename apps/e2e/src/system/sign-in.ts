/**
 * Signs in an account of the local OpenID Connect provider as a browser would: authorization code flow with PKCE
 * through a certified client library. Plain requests with cookies submit the login form.
 */
import * as oidc from 'openid-client';

export interface SignIn {
  readonly issuer: string;
  /** The audience of the gateway that gets the token. */
  readonly audience: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
}

/** The provider's client for scripts. Nothing listens at its registered redirect URI. */
const clientId = 'kushk-development';
const redirectUriOf = (issuer: string): string => `${issuer}/development/callback`;
const maxRedirects = 8;

/** Returns an access token for the account. Rejects when the provider refuses the sign-in. */
export async function accessToken({ issuer, audience, clientSecret, username, password }: SignIn): Promise<string> {
  const config = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute: [oidc.allowInsecureRequests],
  });
  const redirectUri = redirectUriOf(issuer);
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expectedState = oidc.randomState();
  const authorizationUrl = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile api',
    resource: audience,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  });
  const cookies = new Map<string, string>();
  const loginPage = await followRedirects(authorizationUrl, { cookies, stopAt: redirectUri });
  const callback = await followRedirects(loginPage, {
    cookies,
    stopAt: redirectUri,
    form: new URLSearchParams({ username, password }),
  });
  const tokens = await oidc.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState });
  return tokens.access_token;
}

interface Navigation {
  readonly cookies: Map<string, string>;
  /** A redirect to this address is returned, not followed. */
  readonly stopAt: string;
  /** The form fields of the first request; later requests send none. */
  readonly form?: URLSearchParams;
}

async function followRedirects(start: URL, { cookies, stopAt, form }: Navigation): Promise<URL> {
  let url = start;
  let body = form;
  for (let redirects = 0; redirects < maxRedirects; redirects += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    body = undefined;
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null) return url;
    url = new URL(location, url);
    if (url.href.startsWith(stopAt)) return url;
  }
  throw new Error(`more than ${maxRedirects} redirects from ${start.href}`);
}

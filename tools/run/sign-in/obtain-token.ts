/**
 * Signs in a person of the demo without a browser, with the authorization code flow with PKCE and the same sign-in
 * page. The result is an ordinary access token that is valid for 30 days.
 */
import { createHash, randomBytes } from 'node:crypto';
import { developmentClient, developmentRedirect } from './provider-names.js';

export interface SignInRequest {
  readonly issuer: string;
  readonly audience: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
}

const maxRedirects = 8;

/** The browser features that the sign-in needs: cookies and redirects. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects until a URL matches or a response is not a redirect. */
  async follow(
    first: Response,
    from: string,
    isLast: (url: string) => boolean,
  ): Promise<{ url: string; response: Response }> {
    let [url, response] = [from, first];
    for (let hop = 0; hop < maxRedirects; hop += 1) {
      const location = response.headers.get('location');
      if (!location) return { url, response };
      url = new URL(location, url).href;
      if (isLast(url)) return { url, response };
      response = await this.open(url);
    }
    throw new Error('too many redirects');
  }
}

/** Returns the access token. Throws when the provider rejects the sign-in. */
export async function obtainToken(request: SignInRequest): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = developmentRedirect(request.issuer);
  const query = new URLSearchParams({
    client_id: developmentClient,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile api',
    resource: request.audience,
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const isCallback = (url: string) => url.startsWith(redirectUri);
  const browser = new Browser();
  const start = `${request.issuer}/auth?${query.toString()}`;
  const page = await browser.follow(await browser.open(start), start, isCallback);
  const sent = await browser.open(page.url, { username: request.username, password: request.password });
  const end = await browser.follow(sent, page.url, isCallback);
  const callback = new URL(end.url);
  const code = callback.searchParams.get('code');
  if (!isCallback(end.url) || !code || callback.searchParams.get('state') !== query.get('state')) {
    throw new Error(`the sign-in of "${request.username}" was rejected (${end.response.status})`);
  }
  return exchange(request, { code, verifier, redirectUri });
}

interface AuthorizationCode {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

async function exchange(
  { issuer, audience, clientSecret, username }: SignInRequest,
  { code, verifier, redirectUri }: AuthorizationCode,
): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${developmentClient}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: audience,
    }),
  });
  const body = (await response.json()) as { access_token?: string; error_description?: string };
  if (!body.access_token)
    throw new Error(`the sign-in of "${username}" was rejected: ${body.error_description ?? response.status}`);
  return body.access_token;
}

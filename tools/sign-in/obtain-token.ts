/**
 * Signs a person of the demo in without a browser: the authorization code flow with PKCE, over the same login page
 * that people use. What comes out is an ordinary access token, valid 30 days.
 */
import { createHash, randomBytes } from 'node:crypto';
import { developmentClient, developmentRedirect } from './provider-names.js';

export interface SignInAs {
  readonly issuer: string;
  readonly audience: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
}

const mostRedirects = 8;

/** The few things of a browser that the flow needs: its cookies, and following redirects to our own provider. */
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

  /** Follows redirects as long as they stay on `issuer` and `until` does not hold. */
  async follow(
    first: Response,
    from: string,
    until: (url: string) => boolean,
  ): Promise<{ url: string; response: Response }> {
    let [url, response] = [from, first];
    for (let hop = 0; hop < mostRedirects; hop += 1) {
      const location = response.headers.get('location');
      if (!location) return { url, response };
      url = new URL(location, url).href;
      if (until(url)) return { url, response };
      response = await this.open(url);
    }
    throw new Error('sign-in went in circles');
  }
}

/** Signs in and answers with the access token. Throws with one line when the provider refuses. */
export async function obtainToken(as: SignInAs): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = developmentRedirect(as.issuer);
  const question = new URLSearchParams({
    client_id: developmentClient,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile api',
    resource: as.audience,
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const isBack = (url: string) => url.startsWith(redirectUri);
  const browser = new Browser();
  const start = `${as.issuer}/auth?${question.toString()}`;
  const page = await browser.follow(await browser.open(start), start, isBack);
  const sent = await browser.open(page.url, { username: as.username, password: as.password });
  const end = await browser.follow(sent, page.url, isBack);
  const back = new URL(end.url);
  const code = back.searchParams.get('code');
  if (!isBack(end.url) || !code || back.searchParams.get('state') !== question.get('state')) {
    throw new Error(`the sign-in of "${as.username}" was refused (${end.response.status})`);
  }
  return exchange(as, code, verifier, redirectUri);
}

async function exchange(as: SignInAs, code: string, verifier: string, redirectUri: string): Promise<string> {
  const response = await fetch(`${as.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${developmentClient}:${as.clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: as.audience,
    }),
  });
  const answer = (await response.json()) as { access_token?: string; error_description?: string };
  if (!answer.access_token)
    throw new Error(`the sign-in of "${as.username}" was refused: ${answer.error_description ?? response.status}`);
  return answer.access_token;
}

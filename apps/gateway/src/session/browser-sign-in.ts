import type { FastifyRequest } from 'fastify';
import { RateLimiter, Refused, takeTokens, type RatePolicy, type SetHeader } from '@kushk/edge';
import type { MailRequests } from '@kushk/contracts';
import { log } from '@kushk/runtime';
import * as oidc from 'openid-client';
import { limitedAddress } from '../authentication/client-address.js';
import { userAgentOf, type SessionRequests } from '../authentication/person-identifier.js';
import type { SendRequest } from '../http/route.js';
import type { IdTokens } from './id-tokens.js';
import type { ProviderClient, SignedInPerson } from './provider.client.js';
import { returnPath } from './return-path.js';
import { languageOfPages, newCookieToken, preferenceCookies, type SessionCookies } from './session-cookies.js';

export interface BrowserSignInOptions {
  readonly sessions: SessionRequests;
  readonly cookies: SessionCookies;
  readonly provider: ProviderClient;
  readonly idTokens: IdTokens;
  /** Undefined: nothing is limited. */
  readonly perAddress: RatePolicy | undefined;
  readonly perPerson: RatePolicy | undefined;
  readonly mails: MailRequests;
}
/** Where the browser goes next, and the cookies that it gets. */
export interface BrowserRedirect {
  readonly location: string;
  readonly cookies: readonly string[];
}
interface RequestContext {
  readonly send: SendRequest;
  readonly setHeader: SetHeader;
}

/** The way of a browser to the provider and back. */
export class BrowserSignIn {
  private readonly perAddress: RateLimiter | null;
  private readonly perPerson: RateLimiter | null;

  constructor(private readonly options: BrowserSignInOptions) {
    const limiterOf = (policy: RatePolicy | undefined) => (policy === undefined ? null : new RateLimiter(policy));
    this.perAddress = limiterOf(options.perAddress);
    this.perPerson = limiterOf(options.perPerson);
  }

  /** Begins a sign-in. Several tabs can do so at once: their sign-ins share the cookie, and differ in `state`. */
  async begin(request: FastifyRequest, { send, setHeader }: RequestContext): Promise<BrowserRedirect> {
    assertNavigation(request);
    take(this.perAddress, limitedAddress(request.ip), setHeader);
    const { sessions, cookies, provider } = this.options;
    const { headers } = request;
    const token = cookies.signInToken(headers) ?? newCookieToken();
    const current = cookies.sessionToken(headers);
    const expected = {
      verifier: oidc.randomPKCECodeVerifier(),
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
    };
    const location = await provider.authorizationAddress(expected, languageOfPages(headers));
    await send(sessions.beginSignIn, {
      id: cookies.signInId(token, expected.state),
      verifier: expected.verifier,
      nonce: expected.nonce,
      return_to: returnPath(parameter(request, 'return_to')),
      // The provider's redirect does not carry the Strict cookie, so the session to replace is noted here.
      replaces: current === null ? null : cookies.sessionKey(current),
    });
    return { location, cookies: [cookies.signIn(token)] };
  }

  /** Completes the sign-in with which the provider sends the browser back, and starts a session under a new cookie. */
  async complete(request: FastifyRequest, { send, setHeader }: RequestContext): Promise<BrowserRedirect> {
    take(this.perAddress, limitedAddress(request.ip), setHeader);
    const { sessions, cookies, provider, idTokens } = this.options;
    const { headers } = request;
    const token = cookies.signInToken(headers);
    const state = parameter(request, 'state');
    if (token === null || state === null) throw Refused.with('auth.sign_in_expired');
    const { reply: begun } = await send(sessions.takeSignIn, { id: cookies.signInId(token, state) });
    if (parameter(request, 'error') !== null) throw Refused.with('auth.sign_in_refused');
    const person = await provider.signedInPerson(request.url, { ...begun, state });
    take(this.perPerson, `${person.issuer} ${person.subject}`, setHeader);
    const current = cookies.sessionToken(headers);
    const replaces = current === null ? begun.replaces : cookies.sessionKey(current);
    const sessionToken = newCookieToken();
    const { preferences } = await this.start({ person, sessionToken, replaces, request }, send);
    await this.storeAddress(person, send);
    return {
      location: returnPath(begun.return_to),
      cookies: [
        cookies.session(sessionToken),
        ...cookies.idToken(await idTokens.seal(person.idToken)),
        ...(preferences === null ? [] : preferenceCookies(preferences)),
      ],
    };
  }

  private async start(
    started: {
      readonly person: SignedInPerson;
      readonly sessionToken: string;
      readonly replaces: string | null;
      readonly request: FastifyRequest;
    },
    send: SendRequest,
  ) {
    const { sessions, cookies } = this.options;
    const { issuer, subject, name, providerSessionKey } = started.person;
    const { reply } = await send(sessions.startSession, {
      issuer,
      subject,
      name,
      session_key: cookies.sessionKey(started.sessionToken),
      provider_session_key: providerSessionKey,
      user_agent: userAgentOf(started.request),
      replaces: started.replaces,
    });
    return reply;
  }

  /** Without it a person gets no e-mail, but can work. */
  private async storeAddress(
    { issuer, subject, verifiedEmail: address }: SignedInPerson,
    send: SendRequest,
  ): Promise<void> {
    try {
      await send(this.options.mails.storeMailAddress, { issuer, subject, address });
    } catch (error) {
      log.warn({ err: error }, 'mail address not stored');
    }
  }
}

/**
 * Refuses what no person opened: images and frames of other sites could begin sign-ins without end. Browsers without
 * these headers are only limited.
 */
function assertNavigation({ headers }: FastifyRequest): void {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') throw Refused.with('auth.origin_refused');
}

function take(limiter: RateLimiter | null, key: string, setHeader: SetHeader): void {
  if (limiter !== null) takeTokens([{ limiter, key }], performance.now(), setHeader);
}

/** A query parameter that is there exactly once. */
function parameter({ query }: FastifyRequest, name: string): string | null {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : null;
}

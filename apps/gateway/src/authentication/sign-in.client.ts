import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { SignIn } from '@kushk/contracts';
import { inputHash } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import { connectionProblem, log, registerSharedCheck } from '@kushk/runtime';

export interface SignInOptions {
  readonly issuer: string;
  readonly audience: string;
}
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'];
const CLOCK_TOLERANCE_SECONDS = 5;
const PROVIDER_TIMEOUT_MS = 5_000;
const LOG_EVERY_MS = 10_000;
const CHECK_EVERY_MS = 10_000;
const COMPACT_JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const ACCESS_TOKEN_TYPE = 'at+jwt';
/** The claims of logout tokens and ID tokens that an access token never has. */
const OTHER_TOKENS_CLAIMS = ['events', 'nonce', 'at_hash', 'c_hash'];
const TOKEN_MAX_CHARACTERS = 8_192;

/**
 * Verifies access tokens of the OpenID Connect provider: issuer, audience, expiry and signature. The provider's
 * public keys are cached, and fetched again when a token names an unknown key. An unreachable provider results in
 * 503, never in 401.
 */
export class SignInClient {
  private keys: Promise<JWTVerifyGetKey> | null = null;
  private sendsAccessTokenType = false;
  private loggedAt = -Infinity;
  private checked = { at: -Infinity, result: Promise.resolve() };

  constructor(private readonly settings: SignInOptions) {
    registerSharedCheck('sign_in', () => this.checkProvider());
  }

  /**
   * Returns the person, as the provider identifies them, and the session; roles are stored by Kushk. Throws
   * `auth.token_invalid` for an invalid token, and `service.unavailable` when the provider's keys cannot be
   * fetched.
   */
  async identify(token: string): Promise<SignIn> {
    if (token.length > TOKEN_MAX_CHARACTERS || !COMPACT_JWT.test(token)) throw Refused.with('auth.token_invalid');
    const keys = await this.providerKeys();
    const { issuer, audience } = this.settings;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['exp', 'sub'],
      });
      const { sub: subject } = payload;
      if (typeof subject !== 'string' || subject === '' || !this.isAccessToken(payload, protectedHeader.typ))
        throw Refused.with('auth.token_invalid');
      // Without `iat` a token cannot be shown to be newer than a sign-out of the person.
      const issued_at = new Date((payload.iat ?? 0) * 1_000).toISOString();
      return { issuer, subject, session_key: sessionKey(issuer, payload, token), issued_at };
    } catch (error) {
      throw asRefused(error);
    }
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6): everything but that it is used once,
   * because a repeated one ends nothing more. Throws like `identify`.
   */
  async readLogoutToken(token: string, clientId: string): Promise<ProviderLogout> {
    if (token.length > TOKEN_MAX_CHARACTERS || !COMPACT_JWT.test(token)) throw Refused.with('auth.token_invalid');
    const keys = await this.providerKeys();
    const { issuer } = this.settings;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: LOGOUT_TOKEN_MAX_AGE_SECONDS,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      return providerLogout(issuer, payload, protectedHeader.typ);
    } catch (error) {
      throw asRefused(error);
    }
  }

  /**
   * Whether the token is neither an ID token nor a logout token, which the same keys sign and which may name the same
   * audience. A provider that gives its access tokens a type (RFC 9068) gives it to all of them.
   */
  private isAccessToken(claims: JWTPayload, type: string | undefined): boolean {
    if (OTHER_TOKENS_CLAIMS.some((claim) => claim in claims)) return false;
    const name = type?.toLowerCase().replace(/^application\//, '');
    if (name === ACCESS_TOKEN_TYPE) this.sendsAccessTokenType = true;
    return name === ACCESS_TOKEN_TYPE || (!this.sendsAccessTokenType && (name === undefined || name === 'jwt'));
  }

  private async providerKeys(): Promise<JWTVerifyGetKey> {
    try {
      return await this.discovered();
    } catch {
      throw Refused.unavailable('sign_in');
    }
  }

  private async discovered(): Promise<JWTVerifyGetKey> {
    this.keys ??= this.keySet();
    try {
      return await this.keys;
    } catch (error) {
      this.keys = null;
      throw error;
    }
  }

  /** People who are signed in need only the cached keys, so a provider that is down shows here alone. */
  private checkProvider(): Promise<void> {
    if (performance.now() - this.checked.at >= CHECK_EVERY_MS)
      this.checked = { at: performance.now(), result: this.discover().then(() => undefined) };
    return this.checked.result;
  }

  private async keySet(): Promise<JWTVerifyGetKey> {
    return createRemoteJWKSet(await this.discover(), { timeoutDuration: PROVIDER_TIMEOUT_MS });
  }

  /**
   * Returns the address of the keys. Rejects with one line for the operator, which the log repeats every ten seconds at
   * most.
   */
  private async discover(): Promise<URL> {
    try {
      return await this.fetchConfiguration();
    } catch (error) {
      const problem = `KUSHK_OIDC_ISSUER: ${connectionProblem(error)}`;
      if (performance.now() - this.loggedAt >= LOG_EVERY_MS) {
        this.loggedAt = performance.now();
        log.error({ err: error }, problem);
      }
      throw new Error(problem, { cause: error });
    }
  }

  /** Defined in OpenID Connect Discovery 1.0, section 4. */
  private async fetchConfiguration(): Promise<URL> {
    const address = `${this.settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, { signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS), redirect: 'error' });
    const configuration = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (!response.ok || configuration.issuer !== this.settings.issuer || typeof configuration.jwks_uri !== 'string')
      throw new Error('the configuration that the provider serves is not the one of this issuer');
    return new URL(configuration.jwks_uri);
  }
}

/** Which sessions the provider ends. At least one of `subject` and `sessionKey` is set. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | null;
  readonly sessionKey: string | null;
  readonly issuedAt: Date;
}
const LOGOUT_TOKEN_MAX_AGE_SECONDS = 600;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LOGOUT_TYPES = [undefined, 'logout+jwt', 'JWT'];

function providerLogout(issuer: string, claims: JWTPayload, type: string | undefined): ProviderLogout {
  const { sub, sid, events, nonce, iat = 0 } = claims;
  const event = (events as Readonly<Record<string, unknown>> | null)?.[LOGOUT_EVENT];
  const names = [sub, sid].filter((name) => typeof name === 'string' && name !== '');
  const isLogout = typeof event === 'object' && event !== null && nonce === undefined && LOGOUT_TYPES.includes(type);
  if (!isLogout || names.length === 0) throw Refused.with('auth.token_invalid');
  return {
    issuer,
    subject: sub ?? null,
    sessionKey: providerSessionKey(issuer, sid),
    // `iat` has whole seconds: a session of the same second started before.
    issuedAt: new Date((iat + 1) * 1_000),
  };
}

/** The hash of the provider's session `sid`; null when a token names none. */
export function providerSessionKey(issuer: string, sid: unknown): string | null {
  return typeof sid === 'string' && sid !== '' ? inputHash([issuer, 'sid', sid]) : null;
}

function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  return isProviderError(error) ? Refused.unavailable('sign_in') : Refused.with('auth.token_invalid');
}

/**
 * Identifies the session at the provider (OpenID Connect Front-Channel Logout 1.0, `sid`). A token that names no
 * session has one of its own. A hash, because it is stored and any claim can be long.
 */
function sessionKey(issuer: string, { sub, sid, jti }: JWTPayload, token: string): string {
  const ofToken = () => inputHash([issuer, sub ?? '', ...(jti === undefined ? ['token', token] : ['jti', jti])]);
  return providerSessionKey(issuer, sid) ?? ofToken();
}

/**
 * Whether the error came from fetching the provider's keys, and so shows nothing about the token. A token signed with
 * a key that the provider does not have is invalid.
 */
function isProviderError(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return (
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
  );
}

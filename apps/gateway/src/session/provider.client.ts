/** The OpenID Connect provider, as the pages use it: authorization code with PKCE, and the provider's sign-out. */
import { Refused } from '@kushk/edge';
import { isMailAddress, log } from '@kushk/runtime';
import * as oidc from 'openid-client';
import { providerSessionKey } from '../authentication/sign-in.client.js';
import type { Language } from './session-cookies.js';

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Empty for a public client, which has PKCE alone. */
  readonly clientSecret: string;
  /** The origin of our own pages. */
  readonly origin: string;
}
/** What the callback must prove. */
export interface ExpectedSignIn {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}
export interface SignedInPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly providerSessionKey: string | null;
  readonly idToken: string;
  /** The address that the provider has verified; null when there is none, or it was not requested. */
  readonly verifiedEmail: string | null;
}

const TIMEOUT_SECONDS = 5;
const NAME_MAX_CHARACTERS = 200;

export class ProviderClient {
  private configuration: Promise<oidc.Configuration> | null = null;

  constructor(private readonly options: ProviderOptions) {}

  /** Returns the address at the provider to which the browser goes. */
  async authorizationAddress(expected: ExpectedSignIn, language: Language): Promise<string> {
    const provider = await this.discovered();
    // Some providers refuse a scope that they do not have.
    const hasEmail = (provider.serverMetadata().scopes_supported ?? []).includes('email');
    return oidc.buildAuthorizationUrl(provider, {
      redirect_uri: `${this.options.origin}/session/callback`,
      scope: hasEmail ? 'openid profile email' : 'openid profile',
      state: expected.state,
      nonce: expected.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(expected.verifier),
      code_challenge_method: 'S256',
      ui_locales: language,
    }).href;
  }

  /**
   * Exchanges the code in the callback `path` for the person. Throws `auth.sign_in_expired` when the provider does not
   * accept the code or the response is not the expected one, and `service.unavailable` when it cannot be reached.
   */
  async signedInPerson(path: string, { verifier, state, nonce }: ExpectedSignIn): Promise<SignedInPerson> {
    const provider = await this.discovered();
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, new URL(path, this.options.origin), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined) throw Refused.with('auth.sign_in_expired');
      const { sub: subject, sid, name, email, email_verified: isVerified } = claims;
      return {
        issuer: this.options.issuer,
        subject,
        name: typeof name === 'string' && name !== '' ? name.slice(0, NAME_MAX_CHARACTERS) : null,
        providerSessionKey: providerSessionKey(this.options.issuer, sid),
        idToken: tokens.id_token,
        verifiedEmail: isVerified === true && typeof email === 'string' && isMailAddress(email) ? email : null,
      };
    } catch (error) {
      if (error instanceof Refused) throw error;
      // The message alone: the error also holds the response, which may contain tokens.
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'sign-in rejected');
      throw isUnreachable(error) ? Refused.unavailable('sign_in') : Refused.with('auth.sign_in_expired');
    }
  }

  /** Returns where the browser goes after signing out: to the provider, which ends its session, or to our own pages. */
  async signOutAddress(idToken: string | null): Promise<string> {
    const home = `${this.options.origin}/`;
    const provider = await this.discovered().catch(() => null);
    if (provider?.serverMetadata().end_session_endpoint === undefined) return home;
    return oidc.buildEndSessionUrl(provider, {
      post_logout_redirect_uri: home,
      ...(idToken !== null && { id_token_hint: idToken }),
    }).href;
  }

  private async discovered(): Promise<oidc.Configuration> {
    this.configuration ??= this.discover();
    try {
      return await this.configuration;
    } catch {
      this.configuration = null;
      throw Refused.unavailable('sign_in');
    }
  }

  private discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.options;
    const authentication = clientSecret === '' ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    // Plain HTTP only when the configured issuer itself has it, as in development.
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    return oidc.discovery(new URL(issuer), clientId, undefined, authentication, { execute, timeout: TIMEOUT_SECONDS });
  }
}

/** Whether the provider did not answer, or failed itself. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (error instanceof oidc.AuthorizationResponseError) return false;
  if (error instanceof oidc.ClientError)
    return error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return error instanceof TypeError;
}

/**
 * The sign-in provider of a development system: an OpenID Connect provider (the certified library `oidc-provider`)
 * with a few accounts. Any other provider can replace it by configuration.
 */
import Provider, { errors, type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import { accounts, subjectOf } from './accounts.js';
import { expiredPage, signedOutPage, signOutPage } from './other-pages.js';
import { languageOf, pageHeaders, type Language } from './page-layout.js';
import { developmentClient, developmentRedirect, type PageClient } from './provider-names.js';

export interface SignInOptions {
  readonly issuer: string;
  /** What a client may request as the `aud` claim of its access token (RFC 8707). */
  readonly audiences: readonly [string, ...string[]];
  readonly cookieKeys: readonly string[];
  readonly signingKey: Readonly<Record<string, unknown>>;
  readonly developmentClientSecret: string;
  /** The gateways whose pages people sign in to. */
  readonly pages: readonly PageClient[];
}

const daySeconds = 86_400;
const developmentTokenSeconds = 30 * daySeconds;
const tokenSeconds = 3_600;
const sessionSeconds = 14 * daySeconds;

function clientsFor(options: SignInOptions): NonNullable<Configuration['clients']> {
  return [
    {
      client_id: developmentClient,
      client_secret: options.developmentClientSecret,
      redirect_uris: [developmentRedirect(options.issuer)],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
    ...options.pages.map(({ clientId, origin }) => ({
      client_id: clientId,
      token_endpoint_auth_method: 'none' as const,
      redirect_uris: [`${origin}/session/callback`],
      post_logout_redirect_uris: [`${origin}/`],
      backchannel_logout_uri: `${origin}/session/backchannel-logout`,
      backchannel_logout_session_required: true,
      grant_types: ['authorization_code'],
      response_types: ['code' as const],
    })),
  ];
}

/**
 * The provider refuses to send requests to loopback, because clients that register themselves could misuse it. Here all
 * clients are configured, and their back-channel logout is on loopback.
 */
function fetchOnLoopback(input: string | URL | Request, options: RequestInit = {}): Promise<Response> {
  const { dispatcher: _, ...others } = options as RequestInit & { readonly dispatcher?: unknown };
  return fetch(input, others);
}

function languageFor({ oidc, headers }: KoaContextWithOIDC): Language {
  return languageOf(oidc?.params?.['ui_locales'], headers['accept-language']);
}

/** Whether the request to sign out carries an ID token of the person who is signed in. */
function isOwnSession({ oidc }: KoaContextWithOIDC): boolean {
  const hint = oidc.entities.IdTokenHint as { readonly payload?: { readonly sub?: unknown } } | undefined;
  return hint?.payload?.sub !== undefined && hint.payload.sub === oidc.session?.accountId;
}

function respond(context: KoaContextWithOIDC, html: string): Promise<void> {
  context.set({ ...pageHeaders });
  context.body = html;
  return Promise.resolve();
}

/** The provider's `callback()` returns a request listener. */
export function createProvider(options: SignInOptions): Provider {
  const provider: Provider = new Provider(options.issuer, {
    clients: clientsFor(options),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: { keys: [options.signingKey as unknown as JWK] },
    cookies: { keys: [...options.cookieKeys] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    // The pages read the claims of the ID token alone.
    conformIdTokenClaims: false,
    ttl: {
      Session: sessionSeconds,
      Grant: developmentTokenSeconds,
      Interaction: tokenSeconds,
      IdToken: tokenSeconds,
      AccessToken: (_context, token) => token.resourceServer?.accessTokenTTL ?? tokenSeconds,
    },
    // The browser is with the provider: a person reads this.
    renderError: (context) => respond(context, expiredPage(languageFor(context))),
    fetch: fetchOnLoopback,
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => {
      const account = accounts.find((one) => subjectOf(one.username) === id);
      if (!account) return undefined;
      const { name, username } = account;
      const email = { email: `${username}@kushk.example`, email_verified: true };
      return { accountId: id, claims: () => ({ sub: id, name, preferred_username: username, ...email }) };
    },
    // All clients belong to this system, so people are not asked to consent to a client's access.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      for (const audience of options.audiences) grant.addResourceScope(audience, 'api');
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) =>
          respond(context, signOutPage(languageFor(context), { form, isConfirmed: isOwnSession(context) })),
        postLogoutSuccessSource: (context) => respond(context, signedOutPage(languageFor(context))),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => options.audiences[0],
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource, client) => {
          if (!options.audiences.includes(resource)) throw new errors.InvalidTarget();
          return {
            scope: 'api',
            audience: resource,
            accessTokenFormat: 'jwt',
            accessTokenTTL: client.clientId === developmentClient ? developmentTokenSeconds : tokenSeconds,
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
    },
  });
  // Behind a proxy with TLS, the addresses that it hands out are those of the proxy.
  provider.proxy = options.issuer.startsWith('https:');
  return provider;
}

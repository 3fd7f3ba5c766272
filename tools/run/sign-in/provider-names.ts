/** Names that the sign-in provider and its clients share. */
export const developmentClient = 'kushk-development';

/** The audiences of access tokens, so that the hub accepts none that an instance has seen, and the other way round. */
export const audiences = { hub: 'urn:kushk:hub', instance: 'urn:kushk:instance' } as const;

/** A gateway whose pages people sign in to. Its client id is the default of `KUSHK_OIDC_CLIENT_ID`. */
export interface PageClient {
  readonly clientId: string;
  /** The origin of the pages. */
  readonly origin: string;
}

/** The client of the pages of the hub (`hub`), or of an instance. */
export function pageClient(scope: string, origin: string): PageClient {
  return { clientId: `kushk-${scope}`, origin };
}

/**
 * The redirect URI of the development client. No server listens there, because the client reads the authorization
 * code from the redirect response.
 */
export function developmentRedirect(issuer: string): string {
  return `${issuer}/development/callback`;
}

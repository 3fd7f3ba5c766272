/** Names that the sign-in provider and its clients share. */
export const developmentClient = 'kushk-development';
export const pagesClient = 'kushk-pages';

/**
 * The redirect URI of the development client. No server listens there, because the client reads the authorization
 * code from the redirect response.
 */
export function developmentRedirect(issuer: string): string {
  return `${issuer}/development/callback`;
}

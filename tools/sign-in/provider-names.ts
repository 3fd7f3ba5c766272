/** Names that the provider and its clients share. */
export const developmentClient = 'kushk-development';
export const pagesClient = 'kushk-pages';

/** The redirect address of the development client. No server listens there: the code is read from the redirect. */
export function developmentRedirect(issuer: string): string {
  return `${issuer}/development/callback`;
}

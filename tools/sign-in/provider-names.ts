/** What both sides of the local sign-in agree on. */
export const developmentClient = 'kushk-development';
export const pagesClient = 'kushk-pages';

/** Where the development client is sent back to; nothing listens there, the code is read from the redirect. */
export function developmentRedirect(issuer: string): string {
  return `${issuer}/development/callback`;
}

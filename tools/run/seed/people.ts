import { accountsAtStart, audienceOf } from '../sign-in/accounts.js';
import { obtainToken, type SignInRequest } from '../sign-in/obtain-token.js';

/** Access tokens by the username of the account. */
export type Tokens = Readonly<Record<string, string>>;

/** Signs in to accounts of the local sign-in provider. By default those that every start needs. */
export type SignIn = (usernames?: readonly string[]) => Promise<Tokens>;

export function signInOf(request: Omit<SignInRequest, 'username' | 'audience'>): SignIn {
  return async (usernames = accountsAtStart) =>
    Object.fromEntries(
      await Promise.all(
        usernames.map(async (username) => {
          const audience = audienceOf(username);
          return [username, await obtainToken({ ...request, audience, username })] as const;
        }),
      ),
    );
}

/** Returns the access token of an account. Throws when there is no token for the account. */
export function tokenOf(tokens: Tokens, username: string): string {
  const token = tokens[username];
  if (!token) throw new Error(`no token of "${username}"`);
  return token;
}

import { accounts } from '../sign-in/accounts.js';
import { obtainToken, type SignInRequest } from '../sign-in/obtain-token.js';

/** Access tokens by the username of the account. */
export type Tokens = Readonly<Record<string, string>>;

/** Signs in to every account of the local sign-in provider. */
export async function signInEverybody(request: Omit<SignInRequest, 'username'>): Promise<Tokens> {
  const tokens = await Promise.all(
    accounts.map(async ({ username }) => [username, await obtainToken({ ...request, username })] as const),
  );
  return Object.fromEntries(tokens);
}

/** Returns the access token of an account. Throws when there is no token for the account. */
export function tokenOf(tokens: Tokens, username: string): string {
  const token = tokens[username];
  if (!token) throw new Error(`no token of "${username}"`);
  return token;
}

import { accounts } from '../sign-in/accounts.js';
import { obtainToken, type SignInAs } from '../sign-in/obtain-token.js';

/** Access tokens by username of the account. */
export type Tokens = Readonly<Record<string, string>>;

/** Signs every account of the local provider in. */
export async function signInEverybody(as: Omit<SignInAs, 'username'>): Promise<Tokens> {
  const tokens = await Promise.all(
    accounts.map(async ({ username }) => [username, await obtainToken({ ...as, username })] as const),
  );
  return Object.fromEntries(tokens);
}

/** The token of an account that is known to exist. */
export function tokenOf(tokens: Tokens, username: string): string {
  const token = tokens[username];
  if (!token) throw new Error(`nobody signed in as "${username}"`);
  return token;
}

/** Requests to the catalogue as the token service of the registry of images (docs/reference/registry.md). */
import { query, type RequestIdempotency } from './messages.js';

export interface KeyToIssue {
  readonly publisher_id: string;
  readonly label: string;
  readonly expires_at: string | null;
  /** `api` by default. */
  readonly purpose?: 'api' | 'registry';
  readonly idempotency?: RequestIdempotency;
}

/** Who uses the registry: a publisher with a key of its own, or the operator's account. */
export type RegistryAccount =
  | { readonly kind: 'operator' }
  | { readonly kind: 'publisher'; readonly publisher_id: string; readonly key_id: string };

export const registryTokens = {
  /**
   * `secret_hash` is the keyed hash of the password in hex. Rejects with `auth.registry_account_invalid` for a wrong
   * user or password, and for a key that is revoked or expired; with `registry.not_found` when this hub issues no
   * tokens.
   */
  authenticateAccount: query<{ user: string; secret_hash: string }, { account: RegistryAccount }>(
    'catalogue',
    'registry-token.authenticate',
  ),
  /**
   * The token grants what the account may do of what `scopes` ask for (`repository:acme/invoices:pull,push`), and
   * nothing is no refusal.
   */
  issueToken: query<
    { account: RegistryAccount; scopes: readonly string[] },
    { token: string; expires_in: number; issued_at: string }
  >('catalogue', 'registry-token.issue'),
};

/** Requests to the catalogue as the token service of the registry of images (docs/reference/registry.md). */
import type { KeyScope } from './catalogue.js';
import { query, type RequestIdempotency } from './messages.js';

export interface KeyToIssue {
  readonly publisher_id: string;
  readonly label: string;
  readonly expires_at: string | null;
  /** `api` by default. */
  readonly purpose?: 'api' | 'registry';
  /** All by default. */
  readonly scopes?: readonly KeyScope[];
  /** Null or absent: all plugins of the publisher. */
  readonly plugin_id?: string | null;
  readonly idempotency?: RequestIdempotency;
}

/** Who uses the registry: a publisher with a key of its own, or the operator's account. */
export type RegistryAccount =
  | { readonly kind: 'operator' }
  | { readonly kind: 'publisher'; readonly publisher_id: string; readonly key_id: string };

/** Where publishers push the images of their plugins. */
export interface RegistryResource {
  readonly url: string;
  /**
   * `publisher_keys`: each publisher logs in as its id with a key of its own. `shared`: all of them with one account.
   * `none`: the registry asks nobody.
   */
  readonly accounts: 'publisher_keys' | 'shared' | 'none';
  /** The shared account; null where there is none. */
  readonly user: string | null;
  readonly password: string | null;
}

export const registryTokens = {
  /** Rejects with `registry.not_found` when no registry is configured. */
  getRegistry: query<Record<string, never>, RegistryResource>('catalogue', 'registry.get'),
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

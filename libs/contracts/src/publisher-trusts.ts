/**
 * Trusts of publishers (docs/publishing.md, "Trusts"): which jobs of a CI system may exchange the identity
 * token that their system issues for a key of a few minutes.
 */
import { decisionRequires, requiresNoRole } from './caller-policy.js';
import type { KeyScope } from './catalogue.js';
import { command, query, type RequestIdempotency } from './messages.js';

/** What an exchanged key may do at most. */
export const TRUST_SCOPES = ['read', 'submit'] as const satisfies readonly KeyScope[];
export type TrustScope = (typeof TRUST_SCOPES)[number];

export interface TrustResource {
  readonly id: string;
  /** The `iss` claim of the tokens, an address from which the keys of the issuer are discovered. */
  readonly issuer: string;
  /** The `aud` claim of the tokens. */
  readonly audience: string;
  /** Patterns by the name of the claim: `*` stands for any text without `/` and `:`. */
  readonly claims: Readonly<Record<string, string>>;
  /** The only plugin that the exchanged keys can reach. */
  readonly plugin_id: string;
  readonly scopes: readonly TrustScope[];
  /** Whether the store shows the provenance of the releases. */
  readonly public: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly ended_at: string | null;
}

export interface TrustToAdd extends Pick<
  TrustResource,
  'issuer' | 'audience' | 'claims' | 'plugin_id' | 'scopes' | 'public' | 'expires_at'
> {
  readonly publisher_id: string;
  readonly idempotency?: RequestIdempotency;
}

export const catalogueTrusts = {
  /** Rejects with `request.invalid` or `publisher.not_found` {id}. */
  addTrust: command<TrustToAdd, TrustResource>('catalogue', 'trust.add', decisionRequires('operator')),
  /** Newest first, with those that have ended. Rejects with `publisher.not_found` {id}. */
  listTrusts: query<{ publisher_id: string }, { items: readonly TrustResource[] }>('catalogue', 'trust.list'),
  /** The keys of the trust end with it. Rejects with `trust.not_found` {id}, also for a trust of another publisher. */
  endTrust: command<{ publisher_id: string; trust_id: string; idempotency?: RequestIdempotency }, null>(
    'catalogue',
    'trust.end',
    decisionRequires('operator'),
  ),
  /** Rejects with `auth.exchange_refused`, whatever the reason. A token can be exchanged once. */
  exchangeToken: command<{ trust: string; token: string }, { key: string; expires_at: string }>(
    'catalogue',
    'trust.exchange',
    requiresNoRole('the token of the CI job is the credential'),
  ),
};

/**
 * The event stream of one publisher key, `key-<key_id>`. Only the keyed hash of the key is stored. The key itself is
 * returned once, in the reply of the command that issues it.
 */
import type { KeyScope, Provenance } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface IssuedKey {
  readonly publisherId: string;
  readonly label: string;
  readonly hash: string;
  readonly last4: string;
  readonly issuedAt: string;
  readonly expiresAt: string | null;
  /** Of a key for the registry of images; absent: for the publisher API. */
  readonly purpose?: 'registry';
  /** Absent: all scopes. */
  readonly scopes?: readonly KeyScope[];
  /** The only plugin that the key can reach; absent: all plugins of the publisher. */
  readonly pluginId?: string;
  /** Only of a key that was exchanged for the token of a CI job. */
  readonly exchange?: {
    readonly trustId: string;
    readonly issuer: string;
    readonly claims: Provenance['claims'];
    readonly public: boolean;
  };
}
export type Key =
  | { readonly status: 'absent' }
  | (IssuedKey & { readonly status: 'active' })
  | (IssuedKey & { readonly status: 'revoked'; readonly revokedAt: string });

export type KeyIssued = Fact<'KeyIssued', IssuedKey>;
export type KeyRevoked = Fact<'KeyRevoked', { readonly at: string }>;
export type KeyFact = KeyIssued | KeyRevoked;

function evolve(state: Key, fact: KeyFact): Key {
  switch (fact.type) {
    case 'KeyIssued':
      return { status: 'active', ...fact.data };
    case 'KeyRevoked':
      if (state.status === 'absent') throw new Error('KeyRevoked on a key that was never issued');
      return { ...state, status: 'revoked', revokedAt: fact.data.at };
    default:
      return unreachable(fact);
  }
}

export const keyStream: StreamType<Key, KeyFact> = {
  category: 'key',
  factTypes: { KeyIssued: true, KeyRevoked: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 2,
};

/** The event stream of one trust, `trust-<trust_id>`. */
import type { TrustScope } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface AddedTrust {
  readonly publisherId: string;
  readonly issuer: string;
  readonly audience: string;
  /** Patterns by the name of the claim. */
  readonly claims: Readonly<Record<string, string>>;
  readonly pluginId: string;
  readonly scopes: readonly TrustScope[];
  readonly public: boolean;
  readonly addedAt: string;
  readonly expiresAt: string | null;
}
export type ActiveTrust = AddedTrust & { readonly status: 'active' };
export type Trust =
  { readonly status: 'absent' } | ActiveTrust | (AddedTrust & { readonly status: 'ended'; readonly endedAt: string });

export type TrustAdded = Fact<'TrustAdded', AddedTrust>;
export type TrustEnded = Fact<'TrustEnded', { readonly at: string }>;
export type TrustFact = TrustAdded | TrustEnded;

function evolve(state: Trust, fact: TrustFact): Trust {
  switch (fact.type) {
    case 'TrustAdded':
      return { status: 'active', ...fact.data };
    case 'TrustEnded':
      if (state.status === 'absent') throw new Error('TrustEnded on a trust that was never added');
      return { ...state, status: 'ended', endedAt: fact.data.at };
    default:
      return unreachable(fact);
  }
}

export const trustStream: StreamType<Trust, TrustFact> = {
  category: 'trust',
  factTypes: { TrustAdded: true, TrustEnded: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};

/** Whether tokens can be exchanged at this time. */
export function isInForce(trust: Trust, at: Date): trust is ActiveTrust {
  return trust.status === 'active' && (trust.expiresAt === null || Date.parse(trust.expiresAt) > at.getTime());
}

/** The reservation of a sign-in identity in an organisation, so that nobody belongs to an organisation twice. */
import { inputHash } from '@kushk/credentials';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type MembershipFact =
  Fact<'MembershipTaken', { personId: string }> | Fact<'MembershipFreed', { personId: string }>;
export type Membership = { readonly status: 'free' } | { readonly status: 'taken'; readonly personId: string };

export const membershipStream: StreamType<Membership, MembershipFact> = {
  category: 'membership',
  factTypes: { MembershipTaken: true, MembershipFreed: true },
  initial: { status: 'free' },
  stateVersion: 1,
  evolve: (_membership, fact) => {
    switch (fact.type) {
      case 'MembershipTaken':
        return { status: 'taken', personId: fact.data.personId };
      case 'MembershipFreed':
        return { status: 'free' };
      default:
        return unreachable(fact);
    }
  },
};

/**
 * Returns the stream id of a membership. The identity is hashed, because it may contain spaces or be longer than a
 * stream id.
 */
export function membershipKey(organisationId: string, issuer: string, subject: string): string {
  return `${organisationId} ${inputHash([issuer, subject])}`;
}

/** An organisation of the platform. It always has at least one admin. */
import type { OrganisationResource } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type Role = 'admin' | 'member';
export type Locale = OrganisationResource['locale'];
export type OrganisationFact =
  | Fact<'OrganisationCreated', { organisationId: string; name: string; locale: Locale; at: string }>
  | Fact<'AdminJoined', { personId: string }>
  | Fact<'AdminLeft', { personId: string }>;

export type Organisation =
  | { readonly status: 'absent' }
  | {
      readonly status: 'active';
      readonly organisationId: string;
      readonly name: string;
      readonly locale: Locale;
      readonly createdAt: string;
      readonly adminIds: readonly string[];
    };

export const organisationStream: StreamType<Organisation, OrganisationFact> = {
  category: 'organisation',
  factTypes: { OrganisationCreated: true, AdminJoined: true, AdminLeft: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

function evolve(organisation: Organisation, fact: OrganisationFact): Organisation {
  if (fact.type === 'OrganisationCreated') {
    const { organisationId, name, locale, at } = fact.data;
    return { status: 'active', organisationId, name, locale, createdAt: at, adminIds: [] };
  }
  if (organisation.status === 'absent') return organisation;
  const { personId } = fact.data;
  const otherIds = organisation.adminIds.filter((id) => id !== personId);
  switch (fact.type) {
    case 'AdminJoined':
      return { ...organisation, adminIds: [...otherIds, personId] };
    case 'AdminLeft':
      return { ...organisation, adminIds: otherIds };
    default:
      return unreachable(fact);
  }
}

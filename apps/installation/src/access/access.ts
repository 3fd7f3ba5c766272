/**
 * The event stream of one organisation's access to one plugin. The hub learns the random id of the access alone,
 * neither the organisation nor which accesses belong to the same one.
 */
import type { Tier } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { isListed, isPrivate, type ListingStatus, type ReleaseSource } from '../listing/listing.js';

interface AccessParties {
  readonly accessId: string;
  readonly organisationId: string;
  readonly pluginId: string;
}
export type Access =
  | { readonly status: 'absent' }
  /** The id is reserved before the hub counts a use, so that a repeated request counts none. */
  | (AccessParties & { readonly status: 'requested' })
  | (AccessParties & { readonly status: 'granted' })
  /** The publisher ended it. The next code is entered for an access with another id. */
  | (AccessParties & { readonly status: 'ended' });

export type AccessRequested = Fact<'AccessRequested', AccessParties & { readonly at: string }>;
export type AccessGranted = Fact<
  'AccessGranted',
  { /** The last characters of the code. */ readonly last4: string; readonly by: string; readonly at: string }
>;
/** `endedAt` is the time of the hub's statement, and `at` that of its arrival. */
export type AccessEnded = Fact<'AccessEnded', { readonly endedAt: string; readonly at: string }>;
export type AccessFact = AccessRequested | AccessGranted | AccessEnded;

export const accessStream: StreamType<Access, AccessFact> = {
  category: 'access',
  factTypes: { AccessRequested: true, AccessGranted: true, AccessEnded: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

export function accessKey(organisationId: string, pluginId: string): string {
  return `${organisationId}/${pluginId}`;
}

/** Whether an organisation may see, install and follow the release: a private one only with access. */
export function isListedFor(
  listing: { readonly status: ListingStatus; readonly tier?: Tier; readonly source?: ReleaseSource },
  access: Access,
): boolean {
  return isListed(listing) && (!isPrivate(listing) || access.status === 'granted');
}

function evolve(access: Access, fact: AccessFact): Access {
  switch (fact.type) {
    case 'AccessRequested': {
      const { accessId, organisationId, pluginId } = fact.data;
      return { status: 'requested', accessId, organisationId, pluginId };
    }
    case 'AccessGranted':
      return access.status === 'absent' ? access : { ...access, status: 'granted' };
    case 'AccessEnded':
      return access.status === 'absent' ? access : { ...access, status: 'ended' };
    default:
      return unreachable(fact);
  }
}

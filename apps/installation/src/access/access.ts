/**
 * The event stream of one organisation's access to one plugin. The hub learns the random id of the access alone,
 * neither the organisation nor which accesses belong to the same one.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { isListed, isPrivate, type Listing } from '../listing/listing.js';

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
  | (AccessParties & { readonly status: 'ended' });

export type AccessRequested = Fact<'AccessRequested', AccessParties & { readonly at: string }>;
export type AccessGranted = Fact<
  'AccessGranted',
  { /** The last characters of the code. */ readonly last4: string; readonly by: string; readonly at: string }
>;
export type AccessEnded = Fact<'AccessEnded', { readonly at: string }>;
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

/** Whether an organisation may see, install and follow the release: a private one only while it has access. */
export function isListedFor(listing: Listing, access: Access): boolean {
  return isListed(listing) && (!('tier' in listing && isPrivate(listing)) || access.status === 'granted');
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

import { streamRef } from '@kushk/decider';
import { organisationStream } from '../organisation/organisation.js';
import { membershipKey, membershipStream } from './membership.js';
import { personStream, type PersonData } from './person.js';

/** The streams that change in one commit when a person joins or leaves an organisation. */
export function personStreams({
  organisationId,
  personId,
  issuer,
  subject,
}: Pick<PersonData, 'organisationId' | 'personId' | 'issuer' | 'subject'>) {
  return {
    organisation: streamRef(organisationStream, organisationId),
    person: streamRef(personStream, personId),
    membership: streamRef(membershipStream, membershipKey(organisationId, issuer, subject)),
  };
}

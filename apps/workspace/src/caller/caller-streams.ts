import type { CallerStreams } from '@kushk/broker';
import { streamRef } from '@kushk/decider';
import { rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import { personStream, type Person } from '../person/person.js';

/** The people of organisations and the platform staff. */
export const callerStreams: CallerStreams = (actor) => {
  switch (actor.kind) {
    case 'person':
      return {
        ref: streamRef(personStream, actor.person_id),
        rolesOf: (person: Person) =>
          person.status === 'active' && person.organisationId === actor.organisation_id ? [person.role] : [],
      };
    case 'staff':
      return { ref: streamRef(staffStream, staffIdOf(actor.subject)), rolesOf };
    default:
      return null;
  }
};

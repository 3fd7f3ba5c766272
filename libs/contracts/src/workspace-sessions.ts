/** Requests and replies of the workspace service for the sessions of people, and the checks that handles need. */
import { query } from './messages.js';
import { personSessionRequests, type PersonWithRoles } from './person-sessions.js';
import type { OrganisationResource } from './workspace.js';

/** The person and the session that a handle names. */
export interface HandleBearer {
  readonly organisation_id: string;
  readonly person_id: string;
  readonly session_id: string;
}

/** The person of a handle, as the organisation knows the person now. */
export interface HandlePerson {
  readonly name: string;
  readonly role: 'admin' | 'member';
}
/** An organisation of a person, with the person's id and role in it. */
export interface PersonOrganisation {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'member';
  readonly person_id: string;
  readonly locale: OrganisationResource['locale'];
}

export interface InstancePerson extends PersonWithRoles {
  /** At most 200. */
  readonly organisations: readonly PersonOrganisation[];
}

export const workspaceSessions = {
  ...personSessionRequests<InstancePerson>('workspace'),
  /**
   * Checks 1 to 256 distinct bearers of handles. `results` are in the order of `handles`. A result is null when the
   * session has ended, or when the person no longer belongs to the organisation. The service reads its state after the
   * request has arrived, so that an ended session counts for the next call.
   */
  checkHandles: query<{ handles: readonly HandleBearer[] }, { results: readonly (HandlePerson | null)[] }>(
    'workspace',
    'person-session.check-handles',
  ),
};

import { queryHandler, respond } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { currentSessionId, PersonSessions } from '@kushk/person-session';
import { realNow } from '@kushk/runtime';
import { Organisations } from '../../organisation/organisation.view.js';
import { People, personRowToWire } from '../person.view.js';

export const AuthenticatePersonHandler = queryHandler(
  workspace.authenticatePerson,
  { people: People, organisations: Organisations, sessions: PersonSessions },
  async ({ organisation_id, session_key, ...identity }, { people, organisations, sessions }) => {
    const [memberships, signIn, isSignedOut] = await Promise.all([
      people.memberships(identity.issuer, identity.subject, organisation_id),
      session_key === undefined ? null : sessions.findSignIn(session_key),
      session_key !== undefined && sessions.isSignedOut({ ...identity, session_key }),
    ]);
    if (isSignedOut) return refuse('auth.token_invalid');
    const [person, another] = memberships;
    // The token is valid, but the person belongs to no organisation of this instance. This is a missing role (403)
    // and not a failed authentication (401).
    if (person === undefined) return refuse('auth.role_missing', { required: ['admin', 'member'] });
    if (another !== undefined)
      return refuse('organisation.required', { organisations: memberships.map((each) => each.organisation_id) });
    return respond({
      organisation: await organisations.get(person.organisation_id),
      person: personRowToWire(person),
      session_id: currentSessionId(signIn, realNow()),
    });
  },
);

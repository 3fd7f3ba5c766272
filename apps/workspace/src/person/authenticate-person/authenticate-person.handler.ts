import { respond } from '@kushk/broker';
import { workspace, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { currentSessionId, isSignedOut, PersonSessions } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Organisations } from '../../organisation/organisation.view.js';
import { People, personRowToWire } from '../person.view.js';

@Controller()
export class AuthenticatePersonHandler {
  constructor(
    private readonly people: People,
    private readonly organisations: Organisations,
    private readonly sessions: PersonSessions,
  ) {}

  @MessagePattern(workspace.authenticatePerson.subject)
  async handle({
    issuer,
    subject,
    organisation_id,
    session_key,
  }: RequestOf<typeof workspace.authenticatePerson>): Promise<Outcome<ReplyOf<typeof workspace.authenticatePerson>>> {
    const [memberships, signIn] = await Promise.all([
      this.people.memberships(issuer, subject, organisation_id),
      session_key === undefined ? null : this.sessions.findSignIn(session_key),
    ]);
    if (isSignedOut(signIn)) return refuse('auth.token_invalid');
    const [person, another] = memberships;
    // The token is valid, but the person belongs to no organisation of this instance. This is a missing role (403)
    // and not a failed authentication (401).
    if (person === undefined) return refuse('auth.role_missing', { required: ['admin', 'member'] });
    if (another !== undefined)
      return refuse('organisation.required', { organisations: memberships.map((each) => each.organisation_id) });
    return respond({
      organisation: await this.organisations.get(person.organisation_id),
      person: personRowToWire(person),
      session_id: currentSessionId(signIn, now()),
    });
  }
}

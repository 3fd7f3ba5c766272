import { respond } from '@kushk/broker';
import { catalogue, HUB_ROLES, type HubRole, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { PersonSessions } from '@kushk/person-session';
import { nameOf, rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** Reads the stored roles on every request, so that a change counts from the next request on, on every gateway. */
@Controller()
export class AuthenticateStaffHandler {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: PersonSessions,
  ) {}

  @MessagePattern(catalogue.authenticateStaff.subject)
  async handle({
    subject,
    session_key,
  }: RequestOf<typeof catalogue.authenticateStaff>): Promise<Outcome<ReplyOf<typeof catalogue.authenticateStaff>>> {
    if (session_key !== undefined && (await this.sessions.isSignedOut(session_key)))
      return refuse('auth.token_invalid');
    const { state } = await this.store.load(streamRef(staffStream, staffIdOf(subject)));
    const roles = rolesOf(state) as readonly HubRole[];
    return roles.length === 0
      ? refuse('auth.role_missing', { required: HUB_ROLES })
      : respond({ subject, roles, name: nameOf(state) });
  }
}

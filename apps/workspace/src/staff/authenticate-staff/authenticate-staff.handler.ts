import { respond } from '@kushk/broker';
import { workspace, INSTANCE_ROLES, type InstanceRole, type ReplyOf, type RequestOf } from '@kushk/contracts';
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

  @MessagePattern(workspace.authenticateStaff.subject)
  async handle({
    subject,
    session_key,
  }: RequestOf<typeof workspace.authenticateStaff>): Promise<Outcome<ReplyOf<typeof workspace.authenticateStaff>>> {
    if (session_key !== undefined && (await this.sessions.isSignedOut(session_key)))
      return refuse('auth.token_invalid');
    const { state } = await this.store.load(streamRef(staffStream, staffIdOf(subject)));
    const roles = rolesOf(state) as readonly InstanceRole[];
    return roles.length === 0
      ? refuse('auth.role_missing', { required: INSTANCE_ROLES })
      : respond({ subject, roles, name: nameOf(state) });
  }
}

import { respond } from '@kushk/broker';
import { catalogue, HUB_ROLES, type HubRole, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { nameOf, rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** Reads the stored roles on every request, so that a change counts from the next request on, on every gateway. */
@Controller()
export class AuthenticateStaffHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogue.authenticateStaff.subject)
  async handle({
    subject,
  }: RequestOf<typeof catalogue.authenticateStaff>): Promise<Outcome<ReplyOf<typeof catalogue.authenticateStaff>>> {
    const { state } = await this.store.load(streamRef(staffStream, staffIdOf(subject)));
    const roles = rolesOf(state) as readonly HubRole[];
    return roles.length === 0
      ? refuse('auth.role_missing', { required: HUB_ROLES })
      : respond({ subject, roles, name: nameOf(state) });
  }
}

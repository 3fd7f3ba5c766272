import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

const ROLES = ['operator', 'reviewer', 'billing'];

/** Only the staff members that the configuration names have roles. Every other caller has none. */
@Controller()
export class AuthenticateStaffHandler {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @MessagePattern(catalogue.authenticateStaff.subject)
  handle({
    subject,
  }: RequestOf<typeof catalogue.authenticateStaff>): Outcome<ReplyOf<typeof catalogue.authenticateStaff>> {
    const member = this.config.staff.find((one) => one.subject === subject);
    return member === undefined
      ? refuse('auth.role_missing', { required: ROLES })
      : respond({ subject, roles: member.roles });
  }
}

import { answer, no } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** Staff of the operator are named in the configuration; everybody else is nobody. */
@Controller()
export class AuthenticateStaffHandler {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @MessagePattern(catalogue.authenticateStaff.subject)
  answer({ subject }: RequestOf<typeof catalogue.authenticateStaff>): Outcome<ReplyOf<typeof catalogue.authenticateStaff>> {
    const member = this.config.staff.find((one) => one.subject === subject);
    return member === undefined ? no('auth.token_invalid') : answer({ subject, roles: member.roles });
  }
}

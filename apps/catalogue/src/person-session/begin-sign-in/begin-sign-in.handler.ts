import { respond } from '@kushk/broker';
import { catalogueSessions, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { SignIns } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class BeginSignInHandler {
  constructor(private readonly signIns: SignIns) {}

  @MessagePattern(catalogueSessions.beginSignIn.subject)
  async handle({ id, ...signIn }: RequestOf<typeof catalogueSessions.beginSignIn>): Promise<Outcome<null>> {
    await this.signIns.begin(id, signIn, now());
    return respond(null);
  }
}

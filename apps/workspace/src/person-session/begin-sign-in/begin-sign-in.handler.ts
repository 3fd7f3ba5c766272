import { respond } from '@kushk/broker';
import { workspaceSessions, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { SignIns } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class BeginSignInHandler {
  constructor(private readonly signIns: SignIns) {}

  @MessagePattern(workspaceSessions.beginSignIn.subject)
  async handle({ id, ...signIn }: RequestOf<typeof workspaceSessions.beginSignIn>): Promise<Outcome<null>> {
    await this.signIns.begin(id, signIn, now());
    return respond(null);
  }
}

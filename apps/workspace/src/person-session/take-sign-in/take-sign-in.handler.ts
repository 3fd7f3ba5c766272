import { respond } from '@kushk/broker';
import { workspaceSessions, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { SignIns } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class TakeSignInHandler {
  constructor(private readonly signIns: SignIns) {}

  @MessagePattern(workspaceSessions.takeSignIn.subject)
  async handle({
    id,
  }: RequestOf<typeof workspaceSessions.takeSignIn>): Promise<Outcome<ReplyOf<typeof workspaceSessions.takeSignIn>>> {
    const signIn = await this.signIns.take(id, now());
    return signIn === null ? refuse('auth.sign_in_expired') : respond(signIn);
  }
}

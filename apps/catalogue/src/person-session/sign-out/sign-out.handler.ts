import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { catalogueSessions, type RequestOf } from '@kushk/contracts';
import { forStream, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { personSessionStream, signOut } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class SignOutHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogueSessions.signOut.subject)
  async handle(
    { issuer, subject, session_key, idempotency }: RequestOf<typeof catalogueSessions.signOut>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const command = { issuer, subject, reason: 'signed_out' as const, at: now().toISOString() };
    return await this.store.run({
      name: 'SignOut',
      streams: { session: streamRef(personSessionStream, session_key) },
      decide: ({ session }) => forStream('session', signOut(command, session)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}

import { metaOf, respond, type RequestContext } from '@kushk/broker';
import { catalogueSessions, type RequestOf } from '@kushk/contracts';
import { forStream, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { personSessionStream, SessionEnder, signOut } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** A repeated logout token ends nothing that started after it, so a captured one cannot sign a person out again. */
@Controller()
export class EndProviderSessionHandler {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: SessionEnder,
  ) {}

  @MessagePattern(catalogueSessions.endProviderSession.subject)
  async handle(
    request: RequestOf<typeof catalogueSessions.endProviderSession>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const { issuer, subject, provider_session_key: key, issued_at } = request;
    const issuedAt = new Date(issued_at);
    const filter = {
      issuer,
      ...(subject !== null && { subject }),
      ...(key !== null && { provider_session_key: key }),
    };
    const end = {
      reason: 'signed_out_at_provider' as const,
      isEnded: ({ started_at }: { readonly started_at: Date }) =>
        Promise.resolve(key !== null || started_at <= issuedAt),
    };
    await this.sessions.endWhere(filter, end, metaOf(context));
    if (key !== null && subject !== null) await this.endToken({ issuer, subject, key }, context);
    return respond(null);
  }

  /** Ends the sign-in of bearer tokens that name the provider's session, also when no session was started for it. */
  private async endToken(
    { issuer, subject, key }: { readonly issuer: string; readonly subject: string; readonly key: string },
    context: RequestContext,
  ): Promise<void> {
    const command = { issuer, subject, reason: 'signed_out_at_provider' as const, at: now().toISOString() };
    await this.store.run({
      name: 'SignOut',
      streams: { session: streamRef(personSessionStream, key) },
      decide: ({ session }) => forStream('session', signOut(command, session)),
      meta: metaOf(context),
    });
  }
}

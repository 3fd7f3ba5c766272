import { idempotencyOf, metaOf, respond, type RequestContext } from '@kushk/broker';
import type { PersonSessionRequests, PersonWithRoles, ReplyOf, RequestOf } from '@kushk/contracts';
import { forStream, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { changePreferences, chosenOf, personPreferencesStream, preferencesIdOf } from './person-preferences.js';
import { PersonRoles } from './person-roles.js';
import { PersonSessions } from './person-sessions.view.js';

/** Handles the requests about a signed-in person. */
export function personHandler<Person extends PersonWithRoles>(requests: PersonSessionRequests<Person>) {
  @Controller()
  class PersonHandler {
    constructor(
      private readonly store: EventStore,
      private readonly roles: PersonRoles<Person>,
      private readonly sessions: PersonSessions,
    ) {}

    @MessagePattern(requests.authenticateSignIn.subject)
    async authenticate({
      issuer,
      subject,
      session_key,
    }: RequestOf<typeof requests.authenticateSignIn>): Promise<Outcome<null>> {
      if (await this.sessions.isSignedOut(session_key)) return refuse('auth.token_invalid');
      return (await this.roles.hasAny({ issuer, subject })) ? respond(null) : refuse('auth.role_missing');
    }

    @MessagePattern(requests.describePerson.subject)
    async describe({
      issuer,
      subject,
      session_key,
    }: RequestOf<typeof requests.describePerson>): Promise<Outcome<ReplyOf<typeof requests.describePerson>>> {
      const [person, preferences, session] = await Promise.all([
        this.roles.of({ issuer, subject }),
        this.store.load(streamRef(personPreferencesStream, preferencesIdOf({ issuer, subject }))),
        this.sessions.findSignIn(session_key),
      ]);
      const name = person.name ?? session?.name ?? null;
      return respond({ ...person, name, preferences: chosenOf(preferences.state) });
    }

    @MessagePattern(requests.setPreferences.subject)
    async setPreferences(
      { idempotency, ...chosen }: RequestOf<typeof requests.setPreferences>,
      context: RequestContext,
    ): Promise<Outcome<null>> {
      return await this.store.run({
        name: 'SetPreferences',
        streams: { preferences: streamRef(personPreferencesStream, preferencesIdOf(chosen)) },
        decide: ({ preferences }) => forStream('preferences', changePreferences(chosen, preferences)),
        idempotency: idempotencyOf(idempotency),
        meta: metaOf(context),
      });
    }
  }
  return PersonHandler;
}

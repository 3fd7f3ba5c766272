import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { workspaceSessions, type RequestOf } from '@kushk/contracts';
import { forStream, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { changePreferences, personPreferencesStream, preferencesIdOf } from '@kushk/person-session';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class SetPreferencesHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspaceSessions.setPreferences.subject)
  async handle(
    { idempotency, ...chosen }: RequestOf<typeof workspaceSessions.setPreferences>,
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

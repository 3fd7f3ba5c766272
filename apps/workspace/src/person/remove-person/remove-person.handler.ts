import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { SessionEnder } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ruleSetStream } from '../../rule/rule-set.js';
import { personStreams } from '../person-streams.js';
import { personStream } from '../person.js';
import { removePerson } from './remove-person.js';

@Controller()
export class RemovePersonHandler {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: SessionEnder,
  ) {}

  @MessagePattern(workspace.removePerson.subject)
  async handle(request: RequestOf<typeof workspace.removePerson>, context: RequestContext): Promise<Outcome<null>> {
    const { organisation_id: organisationId, person_id: personId, by } = request;
    // The command needs the sign-in identity of the person to name its streams. The identity never changes, so it can
    // be read before the command runs.
    const { state } = await this.store.load(streamRef(personStream, personId));
    const { issuer, subject } = state.status === 'absent' ? { issuer: '', subject: '' } : state;
    const command = { organisationId, by, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RemovePerson',
      streams: {
        ...personStreams({ organisationId, personId, issuer, subject }),
        ruleSet: streamRef(ruleSetStream, organisationId),
      },
      decide: (states) => removePerson(command, states),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
    if (outcome.accepted) await this.sessions.endIfWithoutRole({ issuer, subject }, metaOf(context));
    return outcome;
  }
}

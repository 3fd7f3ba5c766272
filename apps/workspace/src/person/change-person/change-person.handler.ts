import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { workspace, type PersonResource, type RequestOf } from '@kushk/contracts';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { organisationStream } from '../../organisation/organisation.js';
import { ruleSetStream } from '../../rule/rule-set.js';
import { personStream } from '../person.js';
import { changePerson } from './change-person.js';

@Controller()
export class ChangePersonHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspace.changePerson.subject)
  async handle(
    request: RequestOf<typeof workspace.changePerson>,
    context: RequestContext,
  ): Promise<Outcome<PersonResource>> {
    const { organisation_id: organisationId, person_id, name, role, by } = request;
    const command = { organisationId, name, role, by, at: now().toISOString() };
    return await this.store.run({
      name: 'ChangePerson',
      streams: {
        organisation: streamRef(organisationStream, organisationId),
        person: streamRef(personStream, person_id),
        ruleSet: streamRef(ruleSetStream, organisationId),
      },
      decide: (states) =>
        mapReply(changePerson(command, states), (person) => ({
          id: person.personId,
          name: person.name,
          role: person.role,
        })),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

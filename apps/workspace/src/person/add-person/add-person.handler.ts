import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type PersonResource, type RequestOf } from '@kushk/contracts';
import { mapReply, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { personStreams } from '../person-streams.js';
import { addPerson } from './add-person.js';

@Controller()
export class AddPersonHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspace.addPerson.subject)
  async handle(
    request: RequestOf<typeof workspace.addPerson>,
    context: RequestContext,
  ): Promise<Outcome<PersonResource>> {
    const { organisation_id: organisationId, issuer, subject, name, role } = request;
    const command = { personId: newId('per'), organisationId, issuer, subject, name, role, at: now().toISOString() };
    return await this.store.run({
      name: 'AddPerson',
      streams: personStreams(command),
      decide: (states) =>
        mapReply(addPerson(command, states), (person) => ({
          id: person.personId,
          name: person.name,
          role: person.role,
        })),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

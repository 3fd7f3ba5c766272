import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { mapReply, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { personStreams } from '../../person/person-streams.js';
import { createOrganisation, type CreateOrganisation } from './create-organisation.js';

@Controller()
export class CreateOrganisationHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspace.createOrganisation.subject)
  async handle(
    request: RequestOf<typeof workspace.createOrganisation>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof workspace.createOrganisation>>> {
    const { name, locale } = request;
    const { issuer, subject, name: adminName } = request.admin;
    const organisationId = newId('org');
    const at = now().toISOString();
    const admin = {
      personId: newId('per'),
      organisationId,
      issuer,
      subject,
      name: adminName,
      role: 'admin',
      at,
    } as const;
    const command: CreateOrganisation = { organisationId, name, locale, at, admin };
    return await this.store.run({
      name: 'CreateOrganisation',
      streams: personStreams(admin),
      decide: (states) =>
        mapReply(createOrganisation(command, states), (person) => ({
          organisation: { id: organisationId, name, locale, created_at: at },
          admin: { id: person.personId, name: person.name, role: person.role },
        })),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

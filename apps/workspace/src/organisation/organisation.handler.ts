/** Organisations and their people: commands of the platform's administrator and of the organisation's admins. */
import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import {
  workspace,
  type OrganisationResource,
  type PersonResource,
  type ReplyOf,
  type RequestOf,
} from '@kushk/contracts';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { addPerson } from './add-person/add-person.js';
import { createOrganisation, type CreateOrganisation } from './create-organisation/create-organisation.js';
import { organisationStream } from './organisation.js';
import { membershipKey, membershipStream, personStream, type Member } from './person.js';
import { removePerson } from './remove-person/remove-person.js';

@Controller()
export class OrganisationHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspace.createOrganisation.subject)
  async create(
    request: RequestOf<typeof workspace.createOrganisation>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof workspace.createOrganisation>>> {
    const organisationId = newId('org');
    const at = now().toISOString();
    const { issuer, subject, name } = request.admin;
    const admin = { personId: newId('per'), organisationId, issuer, subject, name, role: 'admin' as const, at };
    const command: CreateOrganisation = { organisationId, name: request.name, locale: request.locale, at, admin };
    return await this.store.run({
      name: 'CreateOrganisation',
      streams: this.streamsOf(organisationId, admin.personId, issuer, subject),
      decide: (states) =>
        mapReply(createOrganisation(command, states), (member) => ({
          organisation: organisationToWire(command),
          admin: personToWire(member),
        })),
      once: onceOf(request.once),
      meta: metaOf(context),
    });
  }

  @MessagePattern(workspace.addPerson.subject)
  async add(request: RequestOf<typeof workspace.addPerson>, context: RequestContext): Promise<Outcome<PersonResource>> {
    const { organisation_id: organisationId, issuer, subject, name, role } = request;
    const command = { personId: newId('per'), organisationId, issuer, subject, name, role, at: now().toISOString() };
    return await this.store.run({
      name: 'AddPerson',
      streams: this.streamsOf(organisationId, command.personId, issuer, subject),
      decide: (states) => mapReply(addPerson(command, states), personToWire),
      once: onceOf(request.once),
      meta: metaOf(context),
    });
  }

  @MessagePattern(workspace.removePerson.subject)
  async remove(request: RequestOf<typeof workspace.removePerson>, context: RequestContext): Promise<Outcome<null>> {
    const { organisation_id: organisationId, person_id: personId, by } = request;
    const { state } = await this.store.load(streamRef(personStream, personId));
    // Identity and organisation of a person never change, so they may be read before the decision.
    const { issuer, subject } = state.status === 'absent' ? { issuer: '', subject: '' } : state;
    const command = { by, at: now().toISOString() };
    return await this.store.run({
      name: 'RemovePerson',
      streams: this.streamsOf(organisationId, personId, issuer, subject),
      decide: (states) => removePerson(command, states),
      once: onceOf(request.once),
      meta: metaOf(context),
    });
  }

  private streamsOf(organisationId: string, personId: string, issuer: string, subject: string) {
    return {
      organisation: streamRef(organisationStream, organisationId),
      person: streamRef(personStream, personId),
      membership: streamRef(membershipStream, membershipKey(organisationId, issuer, subject)),
    };
  }
}

function personToWire({ personId, name, role }: Member): PersonResource {
  return { id: personId, name, role };
}

function organisationToWire({ organisationId, name, locale, at }: CreateOrganisation): OrganisationResource {
  return { id: organisationId, name, locale, created_at: at };
}

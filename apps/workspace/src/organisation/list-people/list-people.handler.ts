import { answer, no } from '@kushk/broker';
import { pageOfRows, startOf, workspace, type Page, type PersonResource, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import { Members, personToWire } from '../members.handler.js';
import { OrganisationRow, PersonRow } from '../organisation.view.js';

/** Who belongs to an organisation, and who stands behind a sign-in. Read anew each time: a removal counts at once (contract §2). */
@Controller()
export class ListPeopleHandler {
  constructor(
    private readonly members: Members,
    @InjectRepository(PersonRow) private readonly people: Repository<PersonRow>,
    @InjectRepository(OrganisationRow) private readonly organisations: Repository<OrganisationRow>,
  ) {}

  @MessagePattern(workspace.authenticatePerson.subject)
  async authenticate({ issuer, subject, organisation_id }: RequestOf<typeof workspace.authenticatePerson>): Promise<Outcome<ReplyOf<typeof workspace.authenticatePerson>>> {
    const memberships = await this.people.find({ where: { issuer, subject, ...(organisation_id !== null && { organisation_id }) }, order: { stream_id: 'ASC' } });
    const [person, another] = memberships;
    if (person === undefined) return no('auth.token_invalid');
    if (another !== undefined) return no('organisation.required', { organisations: memberships.map((each) => each.organisation_id) });
    const organisation = await this.organisations.findOneByOrFail({ stream_id: person.organisation_id });
    const { stream_id: id, name, locale, created_at } = organisation;
    return answer({ organisation: { id, name, locale, created_at: created_at.toISOString() }, person: personToWire(person) });
  }

  @MessagePattern(workspace.getPerson.subject)
  async get({ organisation_id, person_id }: RequestOf<typeof workspace.getPerson>): Promise<Outcome<PersonResource>> {
    const person = await this.members.find(organisation_id, person_id);
    return person === null ? no('person.not_found') : answer(person);
  }

  @MessagePattern(workspace.listPeople.subject)
  async list({ organisation_id, limit, cursor }: RequestOf<typeof workspace.listPeople>): Promise<Outcome<Page<PersonResource>>> {
    const start = startOf(cursor);
    if (start === undefined) return no('cursor.invalid');
    const where = { organisation_id, ...(start !== null && { stream_id: MoreThan(start) }) };
    const rows = await this.people.find({ where, order: { stream_id: 'ASC' }, take: limit + 1 });
    const { shown, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return answer({ items: shown.map(personToWire), next_cursor });
  }
}

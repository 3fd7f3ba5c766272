import { answer, no } from '@kushk/broker';
import {
  pageOfRows,
  startOf,
  workspace,
  type Page,
  type PersonResource,
  type ReplyOf,
  type RequestOf,
} from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Members, personToWire } from '../organisation.view.js';

/** Who belongs to an organisation, and who stands behind a sign-in. */
@Controller()
export class ListPeopleHandler {
  constructor(private readonly members: Members) {}

  @MessagePattern(workspace.authenticatePerson.subject)
  async authenticate({
    issuer,
    subject,
    organisation_id,
  }: RequestOf<typeof workspace.authenticatePerson>): Promise<Outcome<ReplyOf<typeof workspace.authenticatePerson>>> {
    const memberships = await this.members.memberships(issuer, subject, organisation_id);
    const [person, another] = memberships;
    // The token says who it is, and says so rightly: what is missing is a place here (contract §2).
    if (person === undefined) return no('auth.role_missing', { required: ['admin', 'member'] });
    if (another !== undefined)
      return no('organisation.required', { organisations: memberships.map((each) => each.organisation_id) });
    return answer({
      organisation: await this.members.organisation(person.organisation_id),
      person: personToWire(person),
    });
  }

  @MessagePattern(workspace.getPerson.subject)
  async get({ organisation_id, person_id }: RequestOf<typeof workspace.getPerson>): Promise<Outcome<PersonResource>> {
    const person = await this.members.find(organisation_id, person_id);
    return person === null ? no('person.not_found') : answer(person);
  }

  @MessagePattern(workspace.listPeople.subject)
  async list({
    organisation_id,
    limit,
    cursor,
  }: RequestOf<typeof workspace.listPeople>): Promise<Outcome<Page<PersonResource>>> {
    const start = startOf(cursor);
    if (start === undefined) return no('cursor.invalid');
    const { shown, next_cursor } = pageOfRows(
      await this.members.list(organisation_id, start, limit + 1),
      limit,
      (row) => row.stream_id,
    );
    return answer({ items: shown.map(personToWire), next_cursor });
  }
}

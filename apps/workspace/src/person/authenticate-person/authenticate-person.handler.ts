import { respond } from '@kushk/broker';
import { workspace, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Organisations } from '../../organisation/organisation.view.js';
import { People, personRowToWire } from '../person.view.js';

@Controller()
export class AuthenticatePersonHandler {
  constructor(
    private readonly people: People,
    private readonly organisations: Organisations,
  ) {}

  @MessagePattern(workspace.authenticatePerson.subject)
  async handle({
    issuer,
    subject,
    organisation_id,
  }: RequestOf<typeof workspace.authenticatePerson>): Promise<Outcome<ReplyOf<typeof workspace.authenticatePerson>>> {
    const memberships = await this.people.memberships(issuer, subject, organisation_id);
    const [person, another] = memberships;
    // The token is valid, but the person belongs to no organisation of this instance. This is a missing role (403)
    // and not a failed authentication (401).
    if (person === undefined) return refuse('auth.role_missing', { required: ['admin', 'member'] });
    if (another !== undefined)
      return refuse('organisation.required', { organisations: memberships.map((each) => each.organisation_id) });
    return respond({
      organisation: await this.organisations.get(person.organisation_id),
      person: personRowToWire(person),
    });
  }
}

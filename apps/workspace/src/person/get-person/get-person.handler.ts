import { respond } from '@kushk/broker';
import { workspace, type PersonResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { People } from '../person.view.js';

@Controller()
export class GetPersonHandler {
  constructor(private readonly people: People) {}

  @MessagePattern(workspace.getPerson.subject)
  async handle(request: RequestOf<typeof workspace.getPerson>): Promise<Outcome<PersonResource>> {
    const person = await this.people.find(request.organisation_id, request.person_id);
    return person === null ? refuse('person.not_found') : respond(person);
  }
}

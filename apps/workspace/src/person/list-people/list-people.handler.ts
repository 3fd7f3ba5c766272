import { respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspace, type Page, type PersonResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { People, personRowToWire } from '../person.view.js';

@Controller()
export class ListPeopleHandler {
  constructor(private readonly people: People) {}

  @MessagePattern(workspace.listPeople.subject)
  async handle(request: RequestOf<typeof workspace.listPeople>): Promise<Outcome<Page<PersonResource>>> {
    const { organisation_id, query = null, limit, max_bytes: maxBytes } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.people.list(organisation_id, query, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: personRowToWire }));
  }
}

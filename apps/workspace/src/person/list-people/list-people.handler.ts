import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOfRows,
  workspace,
  type Page,
  type PersonResource,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { People, personRowToWire } from '../person.view.js';

@Controller()
export class ListPeopleHandler {
  constructor(private readonly people: People) {}

  @MessagePattern(workspace.listPeople.subject)
  async handle(request: RequestOf<typeof workspace.listPeople>): Promise<Outcome<Page<PersonResource>>> {
    const { organisation_id, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.people.list(organisation_id, start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return respond({ items: pageRows.map(personRowToWire), next_cursor });
  }
}

import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceSources,
  type Page,
  type RequestOf,
  type SourceForPeople,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Sources, sourceRowForPeopleToWire } from '../source.view.js';

@Controller()
export class ListSourcesHandler {
  constructor(private readonly sources: Sources) {}

  @MessagePattern(workspaceSources.listSources.subject)
  async handle(request: RequestOf<typeof workspaceSources.listSources>): Promise<Outcome<Page<SourceForPeople>>> {
    const { organisation_id, person_id, status, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.sources.ofOrganisation(organisation_id, person_id, { status, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: sourceRowForPeopleToWire }));
  }
}

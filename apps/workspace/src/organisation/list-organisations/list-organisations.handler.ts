import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspace,
  type OrganisationResource,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Organisations, organisationRowToWire } from '../organisation.view.js';

@Controller()
export class ListOrganisationsHandler {
  constructor(private readonly organisations: Organisations) {}

  @MessagePattern(workspace.listOrganisations.subject)
  async handle({
    limit,
    cursor,
  }: RequestOf<typeof workspace.listOrganisations>): Promise<Outcome<Page<OrganisationResource>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.organisations.newest(start, limit + 1);
    const read = { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: organisationRowToWire }));
  }
}

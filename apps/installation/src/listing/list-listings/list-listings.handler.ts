import { respond } from '@kushk/broker';
import {
  installation,
  keyAfterCursor,
  pageOfRows,
  type ListingSummary,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { StoreCatalogue } from '../store-catalogue.js';

@Controller()
export class ListListingsHandler {
  constructor(private readonly catalogue: StoreCatalogue) {}

  @MessagePattern(installation.listListings.subject)
  async handle({
    organisation_id,
    query = null,
    installed = null,
    limit,
    cursor,
  }: RequestOf<typeof installation.listListings>): Promise<Outcome<Page<ListingSummary>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.catalogue.after(start, limit + 1, { organisationId: organisation_id, query, installed });
    const summaries = await this.catalogue.summaries(rows, organisation_id);
    const { pageRows, next_cursor } = pageOfRows(summaries, limit, ({ plugin_id }) => plugin_id);
    return respond({ items: pageRows, next_cursor });
  }
}

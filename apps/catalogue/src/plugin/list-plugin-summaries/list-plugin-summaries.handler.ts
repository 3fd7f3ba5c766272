import { respond } from '@kushk/broker';
import { catalogue, isStorableText, keyAfterCursor, pageOfRows, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { searchQuery } from '@kushk/text-search';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Plugins } from '../plugins.view.js';

@Controller()
export class ListPluginSummariesHandler {
  constructor(private readonly plugins: Plugins) {}

  @MessagePattern(catalogue.listPluginSummaries.subject)
  async handle({
    publisher_id: publisherId,
    plugin_id: pluginId,
    q,
    limit,
    cursor,
  }: RequestOf<typeof catalogue.listPluginSummaries>): Promise<Outcome<ReplyOf<typeof catalogue.listPluginSummaries>>> {
    const after = keyAfterCursor(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return refuse('cursor.invalid');
    const search = q === null || q.trim() === '' ? null : { query: searchQuery(q, '') };
    const filter = { publisherId, pluginId, search: search?.query ?? null };
    // A search without a letter or digit matches nothing.
    const rows = search?.query === null ? [] : await this.plugins.summariesOf(filter, { after, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ id }) => id);
    return respond({ items: pageRows, next_cursor });
  }
}

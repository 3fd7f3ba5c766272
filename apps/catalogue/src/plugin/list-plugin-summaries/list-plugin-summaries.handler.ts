import { respond } from '@kushk/broker';
import { catalogue, isStorableText, keyAfterCursor, pageOfRows, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
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
    limit,
    cursor,
  }: RequestOf<typeof catalogue.listPluginSummaries>): Promise<Outcome<ReplyOf<typeof catalogue.listPluginSummaries>>> {
    const after = keyAfterCursor(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return refuse('cursor.invalid');
    const rows = await this.plugins.summariesOf({ publisherId, pluginId }, { after, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ id }) => id);
    return respond({ items: pageRows, next_cursor });
  }
}

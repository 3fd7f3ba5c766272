import { respond } from '@kushk/broker';
import { catalogue, pageOfRows, keyAfterCursor, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Plugins } from '../plugins.view.js';

@Controller()
export class ListPluginsHandler {
  constructor(private readonly plugins: Plugins) {}

  @MessagePattern(catalogue.listPlugins.subject)
  async handle({
    publisher_id,
    limit,
    cursor,
  }: RequestOf<typeof catalogue.listPlugins>): Promise<Outcome<ReplyOf<typeof catalogue.listPlugins>>> {
    const after = keyAfterCursor(cursor);
    if (after === undefined) return refuse('cursor.invalid');
    const { pageRows, next_cursor } = pageOfRows(
      await this.plugins.ofPublisher(publisher_id, { after, limit: limit + 1 }),
      limit,
      ({ id }) => id,
    );
    return respond({ items: pageRows, next_cursor });
  }
}

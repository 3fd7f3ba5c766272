import { answer, no } from '@kushk/broker';
import { catalogue, pageOfRows, startOf, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Plugins } from '../../plugin/plugins.view.js';

@Controller()
export class ListPluginsHandler {
  constructor(private readonly plugins: Plugins) {}

  @MessagePattern(catalogue.listPlugins.subject)
  async answer({
    publisher_id,
    limit,
    cursor,
  }: RequestOf<typeof catalogue.listPlugins>): Promise<Outcome<ReplyOf<typeof catalogue.listPlugins>>> {
    const after = startOf(cursor);
    if (after === undefined) return no('cursor.invalid');
    const { shown, next_cursor } = pageOfRows(
      await this.plugins.ofPublisher(publisher_id, { after, limit: limit + 1 }),
      limit,
      ({ id }) => id,
    );
    return answer({ items: shown, next_cursor });
  }
}

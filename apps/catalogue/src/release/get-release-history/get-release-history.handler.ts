import { respond } from '@kushk/broker';
import { catalogue, keyAfterCursor, pageOfRows, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { releaseNotFound } from '../status-change.js';
import { ReleaseEvents } from './release-events.view.js';

/** A cursor is the number of the last event on its page. */
const CURSOR = /^[1-9]\d{0,8}$/;

@Controller()
export class GetReleaseHistoryHandler {
  constructor(private readonly events: ReleaseEvents) {}

  @MessagePattern(catalogue.releaseHistory.subject)
  async handle({
    plugin_id: pluginId,
    version,
    limit,
    cursor,
  }: RequestOf<typeof catalogue.releaseHistory>): Promise<Outcome<ReplyOf<typeof catalogue.releaseHistory>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined || (start !== null && !CURSOR.test(start))) return refuse('cursor.invalid');
    // Reading one event more than the page size shows whether there is a next page.
    const events = await this.events.of(pluginId, version, { after: Number(start ?? 0), limit: limit + 1 });
    if (events.length === 0 && !(await this.exists(pluginId, version))) return releaseNotFound(pluginId, version);
    const { pageRows, next_cursor } = pageOfRows(events, limit, ({ number }) => String(number));
    return respond({ items: pageRows, next_cursor });
  }

  /** Every release has at least one event, its submission. */
  private async exists(pluginId: string, version: string): Promise<boolean> {
    return (await this.events.of(pluginId, version, { after: 0, limit: 1 })).length > 0;
  }
}

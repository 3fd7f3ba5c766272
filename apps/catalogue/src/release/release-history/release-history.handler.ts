import { answer, no } from '@kushk/broker';
import { catalogue, pageOfRows, startOf, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { releaseNotFound } from '../move-release.js';
import { ReleaseEvents } from './release-events.view.js';

const NUMBER = /^[1-9]\d{0,8}$/;

@Controller()
export class ReleaseHistoryHandler {
  constructor(private readonly events: ReleaseEvents) {}

  @MessagePattern(catalogue.releaseHistory.subject)
  async answer({
    plugin_id: pluginId,
    version,
    limit,
    cursor,
  }: RequestOf<typeof catalogue.releaseHistory>): Promise<Outcome<ReplyOf<typeof catalogue.releaseHistory>>> {
    const start = startOf(cursor);
    if (start === undefined || (start !== null && !NUMBER.test(start))) return no('cursor.invalid');
    // One more than asked for tells whether there is a next page.
    const found = await this.events.of(pluginId, version, { after: Number(start ?? 0), limit: limit + 1 });
    // Whatever was submitted has at least that move.
    if (
      found.length === 0 &&
      (start === null || (await this.events.of(pluginId, version, { after: 0, limit: 1 })).length === 0)
    )
      return releaseNotFound(pluginId, version);
    const { shown, next_cursor } = pageOfRows(found, limit, ({ number }) => String(number));
    return answer({ items: shown, next_cursor });
  }
}

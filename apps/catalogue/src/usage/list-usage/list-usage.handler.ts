import { respond } from '@kushk/broker';
import {
  catalogueUsage,
  encodeCursor,
  keyAfterCursor,
  USAGE_PAGE_BYTES,
  type ReplyOf,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationUsages, type UsagePlace } from '../installation-usage.view.js';

/** None of the three parts of a place contains a space. */
const SEPARATOR = ' ';
const START: UsagePlace = ['', '', ''];

@Controller()
export class ListUsageHandler {
  constructor(private readonly usages: InstallationUsages) {}

  @MessagePattern(catalogueUsage.listUsage.subject)
  async handle({
    publisher_id: publisherId,
    month,
    cursor,
    limit,
    plugin_id: onlyPlugin,
  }: RequestOf<typeof catalogueUsage.listUsage>): Promise<Outcome<ReplyOf<typeof catalogueUsage.listUsage>>> {
    const key = keyAfterCursor(cursor);
    if (key === undefined) return refuse('cursor.invalid');
    const [pluginId = '', alias = '', instanceId = ''] = key === null ? START : key.split(SEPARATOR);
    const { rows, hasMore } = await this.usages.list(
      { publisherId, month, pluginId: onlyPlugin ?? null },
      [pluginId, alias, instanceId],
      { maxBytes: USAGE_PAGE_BYTES, limit },
    );
    const last = rows.at(-1);
    const next = hasMore && last !== undefined ? [last.plugin_id, last.alias, last.instance_id].join(SEPARATOR) : null;
    return respond({
      items: rows.map(({ item }) => item),
      next_cursor: next === null ? null : encodeCursor(next),
    });
  }
}

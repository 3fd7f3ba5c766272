import { answer, no } from '@kushk/broker';
import { catalogue, pageOfRows, startOf, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Releases } from '../releases.view.js';

/** Plugin and position of the last release of a page. */
const PLACE = /^(?<plugin>[a-z0-9.-]{1,128}) (?<position>\d{1,19})$/;

@Controller()
export class ListReleasesHandler {
  constructor(private readonly releases: Releases) {}

  @MessagePattern(catalogue.listReleases.subject)
  async answer({
    publisher_id,
    plugin_ids,
    limit,
    cursor,
  }: RequestOf<typeof catalogue.listReleases>): Promise<Outcome<ReplyOf<typeof catalogue.listReleases>>> {
    const start = startOf(cursor);
    const after = start === null || start === undefined ? null : (PLACE.exec(start)?.groups ?? null);
    if (start === undefined || (start !== null && after === null)) return no('cursor.invalid');
    const found = await this.releases.ofPlugins(publisher_id, plugin_ids, {
      after: after && { pluginId: after['plugin']!, position: after['position']! },
      limit: limit + 1,
    });
    const { shown, next_cursor } = pageOfRows(
      found,
      limit,
      ({ position, summary }) => `${summary.plugin_id} ${position}`,
    );
    return answer({ items: shown.map(({ summary }) => summary), next_cursor });
  }
}

import { answer, no } from '@kushk/broker';
import { catalogue, pageOfRows, startOf, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Releases } from '../releases.view.js';

const POSITION = /^\d{1,19}$/;

@Controller()
export class ListReleasesHandler {
  constructor(private readonly releases: Releases) {}

  @MessagePattern(catalogue.listReleases.subject)
  async answer({ publisher_id, plugin_id, limit, cursor }: RequestOf<typeof catalogue.listReleases>): Promise<Outcome<ReplyOf<typeof catalogue.listReleases>>> {
    const after = startOf(cursor);
    if (after === undefined || (after !== null && !POSITION.test(after))) return no('cursor.invalid');
    const found = await this.releases.ofPlugin(publisher_id, plugin_id, { after, limit: limit + 1 });
    const { shown, next_cursor } = pageOfRows(found, limit, ({ position }) => position);
    return answer({ items: shown.map(({ summary }) => summary), next_cursor });
  }
}

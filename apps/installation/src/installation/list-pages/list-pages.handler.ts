import { respond } from '@kushk/broker';
import {
  installation,
  keyAfterCursor,
  pageOfRows,
  type Page,
  type PluginPages,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../../listing/listing.view.js';
import { Installations } from '../installation.view.js';
import { originOfPages, pagesOf, refusalOfStatus } from '../page-of-plugin.js';

/** Manifests of one reply are read one after the other, so that few of these large documents are in memory. */
@Controller()
export class ListPagesHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.listPages.subject)
  async handle({
    organisation_id,
    limit,
    cursor,
  }: RequestOf<typeof installation.listPages>): Promise<Outcome<Page<PluginPages>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.installations.listOfOrganisation(organisation_id, start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    const items: PluginPages[] = [];
    for (const row of pageRows) {
      const { stream_id, plugin_id, version, grants, status } = row;
      // Without an origin, the plugin has no page that the shell can embed.
      if (originOfPages(row, this.config) === null || refusalOfStatus(status) !== null) continue;
      const manifest = await this.manifests.find(plugin_id, grants);
      const pages = manifest === null ? null : pagesOf(manifest);
      if (pages !== null) items.push({ installation_id: stream_id, plugin_id, version, ...pages });
    }
    return respond({ items, next_cursor });
  }
}

import { respond } from '@kushk/broker';
import {
  installation,
  keyAfterCursor,
  pageOfRows,
  type Page,
  type RequestOf,
  type TitledInstallation,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationSettings } from '../installation-settings.view.js';
import { Installations } from '../installation.view.js';
import { TitledInstallations } from '../titled-installations.js';

/** The reply of a page stays far below the limit of a message (docs/reference/limits.md). */
const MAX_SETTINGS_BYTES = 2_097_152;

@Controller()
export class ListInstallationsHandler {
  constructor(
    private readonly installations: Installations,
    private readonly settings: InstallationSettings,
    private readonly titled: TitledInstallations,
  ) {}

  @MessagePattern(installation.listInstallations.subject)
  async handle({
    organisation_id,
    with_settings,
    limit,
    cursor,
  }: RequestOf<typeof installation.listInstallations>): Promise<Outcome<Page<TitledInstallation>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.installations.listOfOrganisation(organisation_id, start, limit + 1);
    const listed = rows.slice(0, limit).map(({ stream_id }) => stream_id);
    const settings = with_settings ? await this.settings.findWithin(listed, MAX_SETTINGS_BYTES) : [];
    const byId = new Map(settings.map((row) => [row.stream_id, row]));
    const pageLimit = with_settings && settings.length > 0 ? settings.length : limit;
    const { pageRows, next_cursor } = pageOfRows(rows, pageLimit, (row) => row.stream_id);
    const items = await this.titled.of(pageRows, ({ stream_id }) => byId.get(stream_id) ?? null);
    return respond({ items, next_cursor });
  }
}

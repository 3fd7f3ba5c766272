import { respond } from '@kushk/broker';
import {
  installation,
  keyAfterCursor,
  pageOfRows,
  type InstallationForAdmin,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationResources } from '../installation-resources.js';
import { Installations } from '../installation.view.js';

@Controller()
export class ListInstallationsHandler {
  constructor(
    private readonly installations: Installations,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.listInstallations.subject)
  async handle({
    organisation_id,
    limit,
    cursor,
  }: RequestOf<typeof installation.listInstallations>): Promise<Outcome<Page<InstallationForAdmin>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.installations.listOfOrganisation(organisation_id, start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return respond({ items: pageRows.map((row) => this.resources.forAdmin(row)), next_cursor });
  }
}

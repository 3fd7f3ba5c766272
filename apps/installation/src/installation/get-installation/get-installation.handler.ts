import { answer, no } from '@kushk/broker';
import {
  installation,
  pageOfRows,
  startOf,
  type InstallationForAdmin,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationWire } from '../installation-wire.handler.js';
import { Installations } from '../installation.view.js';

@Controller()
export class GetInstallationHandler {
  constructor(
    private readonly installations: Installations,
    private readonly wire: InstallationWire,
  ) {}

  @MessagePattern(installation.listInstallations.subject)
  async list({
    organisation_id,
    limit,
    cursor,
  }: RequestOf<typeof installation.listInstallations>): Promise<Outcome<Page<InstallationForAdmin>>> {
    const start = startOf(cursor);
    if (start === undefined) return no('cursor.invalid');
    const { shown, next_cursor } = pageOfRows(
      await this.installations.ofOrganisation(organisation_id, start, limit + 1),
      limit,
      (row) => row.stream_id,
    );
    return answer({ items: shown.map((row) => this.wire.forAdmin(row)), next_cursor });
  }

  @MessagePattern(installation.getInstallation.subject)
  async get({
    organisation_id,
    installation_id,
  }: RequestOf<typeof installation.getInstallation>): Promise<Outcome<InstallationForAdmin>> {
    const row = await this.installations.find(installation_id);
    return row === null || row.organisation_id !== organisation_id
      ? no('installation.not_found')
      : answer(this.wire.forAdmin(row));
  }

  /** Removed installations count for the months in which they ran. */
  @MessagePattern(installation.listForUsage.subject)
  async listForUsage({
    plugin_ids,
  }: RequestOf<typeof installation.listForUsage>): Promise<
    Outcome<{ items: { installation_id: string; plugin_id: string }[] }>
  > {
    const rows = await this.installations.everOf(plugin_ids);
    return answer({ items: rows.map((row) => ({ installation_id: row.stream_id, plugin_id: row.plugin_id })) });
  }
}

import { answer, no } from '@kushk/broker';
import { installation, type InstallationForAdmin, type Page, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, Not, Repository } from 'typeorm';
import { InstallationWire } from '../installation-wire.handler.js';
import { InstallationRow } from '../installation.view.js';

@Controller()
export class GetInstallationHandler {
  constructor(
    @InjectRepository(InstallationRow) private readonly installations: Repository<InstallationRow>,
    private readonly wire: InstallationWire,
  ) {}

  /** By id, which is by age; removed ones have left the list. The cursor is the last id shown. */
  @MessagePattern(installation.listInstallations.subject)
  async list({ organisation_id, limit, cursor }: RequestOf<typeof installation.listInstallations>): Promise<Outcome<Page<InstallationForAdmin>>> {
    const rows = await this.installations.find({
      where: { organisation_id, status: Not('removed'), ...(cursor !== null && { stream_id: MoreThan(cursor) }) },
      order: { stream_id: 'ASC' },
      take: limit + 1,
    });
    const shown = rows.slice(0, limit);
    const items = await Promise.all(shown.map((row) => this.wire.forAdmin(row)));
    return answer({ items, next_cursor: rows.length > limit ? (shown.at(-1)?.stream_id ?? null) : null });
  }

  @MessagePattern(installation.getInstallation.subject)
  async get({ organisation_id, installation_id }: RequestOf<typeof installation.getInstallation>): Promise<Outcome<InstallationForAdmin>> {
    const row = await this.installations.findOneBy({ organisation_id, stream_id: installation_id });
    return row === null ? no('installation.not_found') : answer(await this.wire.forAdmin(row));
  }

  /** Removed installations count for the months in which they ran. */
  @MessagePattern(installation.listForUsage.subject)
  async listForUsage({ plugin_ids }: RequestOf<typeof installation.listForUsage>): Promise<Outcome<{ items: { installation_id: string; plugin_id: string }[] }>> {
    const rows = await this.installations.find({ where: { plugin_id: In([...plugin_ids]) }, select: { stream_id: true, plugin_id: true }, order: { stream_id: 'ASC' } });
    return answer({ items: rows.map((row) => ({ installation_id: row.stream_id, plugin_id: row.plugin_id })) });
  }
}

import { answer } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { InstallationRow } from '../../installation/installation.view.js';
import { Manifests } from '../../offer/manifests.handler.js';

/** All tools that the organisation's assistant may call now: those of plugins that are installed and run. */
@Controller()
export class ListToolsHandler {
  constructor(
    @InjectRepository(InstallationRow) private readonly installations: Repository<InstallationRow>,
    private readonly manifests: Manifests,
  ) {}

  @MessagePattern(installation.listTools.subject)
  async answer({ organisation_id }: RequestOf<typeof installation.listTools>): Promise<Outcome<ReplyOf<typeof installation.listTools>>> {
    const rows = await this.installations.find({ where: { organisation_id, status: In(['installed', 'consent_pending']) }, order: { stream_id: 'ASC' } });
    const tools = await Promise.all(rows.map((row) => this.toolsOf(row)));
    return answer({ items: tools.flat() });
  }

  private async toolsOf({ stream_id, plugin_id, version }: InstallationRow) {
    const manifest = await this.manifests.of(plugin_id, version);
    return (manifest?.tools ?? []).map(({ name, description, input_schema }) => ({ installation_id: stream_id, plugin_id, name, description, input_schema }));
  }
}

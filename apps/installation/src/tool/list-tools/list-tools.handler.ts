import { answer } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Installations, type InstallationRow } from '../../installation/installation.view.js';
import { Manifests } from '../../offer/offer.view.js';

/** All tools that the organisation's assistant may call now: those of plugins that are installed and run. */
@Controller()
export class ListToolsHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
  ) {}

  @MessagePattern(installation.listTools.subject)
  async answer({ organisation_id }: RequestOf<typeof installation.listTools>): Promise<Outcome<ReplyOf<typeof installation.listTools>>> {
    const rows = await this.installations.callable(organisation_id);
    const tools = await Promise.all(rows.map((row) => this.toolsOf(row)));
    return answer({ items: tools.flat() });
  }

  private async toolsOf({ stream_id, plugin_id, version }: InstallationRow) {
    const manifest = await this.manifests.of(plugin_id, version);
    return (manifest?.tools ?? []).map(({ name, description, input_schema }) => ({ installation_id: stream_id, plugin_id, name, description, input_schema }));
  }
}

import { answer, no } from '@kushk/broker';
import { installation, pageOfRows, startOf, type Page, type RequestOf, type ToolResource } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Installations } from '../../installation/installation.view.js';
import { Manifests } from '../../offer/offer.view.js';

/** All tools that the organisation's assistant may call now: those of plugins that are installed and run. */
@Controller()
export class ListToolsHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
  ) {}

  @MessagePattern(installation.listTools.subject)
  async answer({
    organisation_id,
    limit,
    cursor,
  }: RequestOf<typeof installation.listTools>): Promise<Outcome<Page<ToolResource>>> {
    const start = startOf(cursor);
    if (start === undefined) return no('cursor.invalid');
    const { shown, next_cursor } = pageOfRows(await this.after(organisation_id, start ?? '', limit + 1), limit, keyOf);
    return answer({ items: shown, next_cursor });
  }

  /** So many tools after the key `start`; manifests are read one by one, and only until there are enough. */
  private async after(organisationId: string, start: string, limit: number): Promise<ToolResource[]> {
    const tools: ToolResource[] = [];
    for (const { stream_id, plugin_id, version } of await this.installations.callable(
      organisationId,
      start.split(' ', 1)[0] ?? '',
    )) {
      const manifest = await this.manifests.of(plugin_id, version);
      const its = (manifest?.tools ?? []).map(({ name, description, input_schema }) => ({
        installation_id: stream_id,
        plugin_id,
        name,
        description,
        input_schema,
      }));
      tools.push(...its.filter((tool) => keyOf(tool) > start).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
      if (tools.length >= limit) break;
    }
    return tools.slice(0, limit);
  }
}

/** Where a tool stands in the list: by installation and name, which no space is part of. */
function keyOf({ installation_id, name }: ToolResource): string {
  return `${installation_id} ${name}`;
}

import { respond } from '@kushk/broker';
import {
  installation,
  keyAfterCursor,
  MAX_PAGE_CHARACTERS,
  pageOfRows,
  type Page,
  type RequestOf,
  type ToolResource,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Installations } from '../../installation/installation.view.js';
import { Manifests } from '../../listing/listing.view.js';

/** Lists the tools that the organisation's assistant may call now. */
@Controller()
export class ListToolsHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
  ) {}

  @MessagePattern(installation.listTools.subject)
  async handle({
    organisation_id,
    limit,
    cursor,
  }: RequestOf<typeof installation.listTools>): Promise<Outcome<Page<ToolResource>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const tools = await this.after(organisation_id, start ?? '', limit + 1);
    const { pageRows, next_cursor } = pageOfRows(tools, limit, keyOf);
    return respond({ items: pageRows, next_cursor });
  }

  /**
   * Returns at most `limit` tools after the key `start`, and no more than one beyond the size of a page. Manifests are
   * large, so they are read one at a time until there are enough tools.
   */
  private async after(organisationId: string, start: string, limit: number): Promise<ToolResource[]> {
    const tools: ToolResource[] = [];
    let characters = 0;
    const firstId = start.split(' ', 1)[0] ?? '';
    for (const { stream_id, plugin_id, grants } of await this.installations.findCallable(organisationId, firstId)) {
      const manifest = await this.manifests.find(plugin_id, grants);
      const ofPlugin = (manifest?.tools ?? []).map(({ name, description, input_schema }) => ({
        installation_id: stream_id,
        plugin_id,
        name,
        description,
        input_schema,
      }));
      for (const tool of ofPlugin.filter((one) => keyOf(one) > start).sort(byKey)) {
        tools.push(tool);
        characters += JSON.stringify(tool).length;
        if (tools.length >= limit || (tools.length > 1 && characters > MAX_PAGE_CHARACTERS)) return tools;
      }
    }
    return tools;
  }
}

/** The sort key of a tool in the list: the installation id, then the tool name. Neither contains a space. */
function keyOf({ installation_id, name }: ToolResource): string {
  return `${installation_id} ${name}`;
}

function byKey(a: ToolResource, b: ToolResource): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

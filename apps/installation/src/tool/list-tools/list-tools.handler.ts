import { pageHandler, respond } from '@kushk/broker';
import { installation, MAX_PAGE_CHARACTERS, pageOfRows, type ToolResource } from '@kushk/contracts';
import { Installations } from '../../installation/installation.view.js';
import { Manifests } from '../../listing/listing.view.js';

/** Lists the tools that the organisation's assistant may call now. */
export const ListToolsHandler = pageHandler(
  installation.listTools,
  { installations: Installations, manifests: Manifests },
  async ({ organisation_id, limit }, { installations, manifests }, start) => {
    const after = start ?? '';
    const callable = await installations.findCallable(organisation_id, after.split(' ', 1)[0] ?? '');
    const tools = await toolsAfter(after, { callable, manifests, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(tools, limit, keyOf);
    return respond({ items: pageRows, next_cursor });
  },
);

interface ToolSources {
  readonly callable: Awaited<ReturnType<Installations['findCallable']>>;
  readonly manifests: Manifests;
  readonly limit: number;
}

/**
 * Returns at most `limit` tools after the key `start`, and no more than one beyond the size of a page. Manifests are
 * large, so they are read one at a time until there are enough tools.
 */
async function toolsAfter(start: string, { callable, manifests, limit }: ToolSources): Promise<ToolResource[]> {
  const tools: ToolResource[] = [];
  let characters = 0;
  for (const { stream_id: installation_id, plugin_id, grants } of callable) {
    const manifest = await manifests.find(plugin_id, grants);
    const ofPlugin = (manifest?.tools ?? []).map(({ name, description, input_schema }) => ({
      ...{ installation_id, plugin_id, name, description, input_schema },
    }));
    for (const tool of ofPlugin.filter((one) => keyOf(one) > start).sort(byKey)) {
      tools.push(tool);
      characters += JSON.stringify(tool).length;
      if (tools.length >= limit || (tools.length > 1 && characters > MAX_PAGE_CHARACTERS)) return tools;
    }
  }
  return tools;
}

/** The sort key of a tool in the list: the installation id, then the tool name. Neither contains a space. */
function keyOf({ installation_id, name }: ToolResource): string {
  return `${installation_id} ${name}`;
}

function byKey(a: ToolResource, b: ToolResource): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

import { pageHandler, respond } from '@kushk/broker';
import { encodeCursor, installation, MAX_PAGE_CHARACTERS, pageOfRows, type ToolResource } from '@kushk/contracts';
import { Installations } from '../../installation/installation.view.js';
import { Manifests } from '../../listing/listing.view.js';

/** Installations that one page examines. A page that finds fewer tools than its limit may have a cursor. */
const MAX_EXAMINED = 200;

/** Lists the tools that the organisation's assistant may call now. */
export const ListToolsHandler = pageHandler(
  installation.listTools,
  { installations: Installations, manifests: Manifests },
  async ({ organisation_id, limit }, { installations, manifests }, start) => {
    const after = start ?? '';
    const first = after.split(' ', 1)[0] ?? '';
    const found = await installations.findCallable(organisation_id, first, MAX_EXAMINED + 1);
    const callable = found.slice(0, MAX_EXAMINED);
    const tools = await toolsAfter(after, { callable, manifests, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(tools, limit, keyOf);
    const last = found.length > callable.length ? callable.at(-1) : undefined;
    const examined = last === undefined ? null : encodeCursor(keyAfterTools(last.stream_id));
    return respond({ items: pageRows, next_cursor: next_cursor ?? examined });
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

/** A key after those of all tools of an installation: their names are ASCII letters, digits and `_`. */
function keyAfterTools(installationId: string): string {
  return `${installationId} ~`;
}

function byKey(a: ToolResource, b: ToolResource): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

import { LRUCache } from 'lru-cache';
import { catalogue, type ListedPlugin, type PluginResource, type ReleaseSummary } from '@kushk/contracts';
import { contentTag } from '@kushk/credentials';
import type { RouteResponse, SendRequest } from '../http/route.js';
import { listAllPlugins } from './list-all-plugins.js';

/** The catalogue returns a shorter page when a full page would be too large for one message. */
const RELEASES_PER_PAGE = 2_000;
const PLUGINS_PER_REQUEST = 100;
/** Maximum size of the cache, shared by all publishers. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;

interface SerializedPlugin {
  readonly revision: string;
  /** A `PluginResource` serialized as JSON. */
  readonly text: Buffer;
}

/**
 * Serves `GET /developer/v1/plugins`: a publisher's plugins with all their releases. A plugin with nightly builds has
 * thousands of releases after some years, so the gateway caches the JSON of each plugin. It loads and serializes a
 * plugin again only after its releases have changed. For unchanged plugins, the catalogue returns only a revision.
 */
export class PluginListings {
  private readonly cache = new LRUCache<string, SerializedPlugin>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ text }) => text.length,
  });

  /**
   * The listing is never older than the request, because revisions are read before releases. `only`: this plugin
   * alone.
   */
  async of(
    { publisherId, only }: { readonly publisherId: string; readonly only: string | null },
    send: SendRequest,
  ): Promise<RouteResponse<{ readonly plugins: readonly PluginResource[] }>> {
    const plugins = (await listAllPlugins(publisherId, send)).filter(({ id }) => only === null || id === only);
    const current = new Map<string, SerializedPlugin>();
    for (const { id, revision } of plugins) {
      const cached = this.cache.get(id);
      if (cached?.revision === revision) current.set(id, cached);
    }
    const changed = plugins.filter(({ id }) => !current.has(id));
    for (let from = 0; from < changed.length; from += PLUGINS_PER_REQUEST) {
      const some = changed.slice(from, from + PLUGINS_PER_REQUEST);
      for (const [id, serialized] of await loadPlugins(publisherId, some, send)) {
        current.set(id, serialized);
        this.cache.set(id, serialized);
      }
    }
    const tag = contentTag(JSON.stringify(plugins.map(({ id, revision }) => [id, revision])));
    return { status: 200, serialized: { tag, text: () => joined(plugins.map(({ id }) => current.get(id)!.text)) } };
  }
}

async function loadPlugins(
  publisherId: string,
  plugins: readonly ListedPlugin[],
  send: SendRequest,
): Promise<[string, SerializedPlugin][]> {
  const pluginIds = plugins.map(({ id }) => id);
  const releases = Map.groupBy(await listAllReleases(publisherId, pluginIds, send), ({ plugin_id }) => plugin_id);
  return plugins.map(({ revision, ...plugin }) => {
    const resource: PluginResource = { ...plugin, releases: releases.get(plugin.id) ?? [] };
    return [plugin.id, { revision, text: Buffer.from(JSON.stringify(resource)) }];
  });
}

async function listAllReleases(
  publisherId: string,
  pluginIds: readonly string[],
  send: SendRequest,
): Promise<ReleaseSummary[]> {
  const releases: ReleaseSummary[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { reply } = await send(catalogue.listReleases, {
      publisher_id: publisherId,
      plugin_ids: pluginIds,
      limit: RELEASES_PER_PAGE,
      cursor: cursor ?? null,
    });
    releases.push(...reply.items);
    cursor = reply.next_cursor;
  }
  return releases;
}

function joined(plugins: readonly Buffer[]): Buffer {
  const comma = Buffer.from(',');
  const parts = plugins.flatMap((plugin, index) => (index === 0 ? [plugin] : [comma, plugin]));
  return Buffer.concat([Buffer.from('{"plugins":['), ...parts, Buffer.from(']}')]);
}

/**
 * `GET /developer/v1/plugins`: a publisher's plugins with all their releases, which are thousands after some years of
 * nightly builds. A plugin is read and written once for each change of its releases; between changes the catalogue is
 * asked for revisions only, and what was written before goes out again.
 */
import { catalogue, type ListedPlugin, type PluginResource, type ReleaseSummary } from '@kushk/contracts';
import { contentTag } from '@kushk/credentials';
import type { Answer, Ask } from '../http/route.js';
import { pluginsOf } from './plugins-of.js';

/** Of one page of releases, which the catalogue cuts shorter where it grows too large for one message. */
const PAGE_RELEASES = 2_000;
/** Plugins whose releases are asked for together. */
const PLUGINS_TOGETHER = 100;
/** Of written plugins that a gateway keeps for all publishers together. */
const KEPT_BYTES = 64 * 1024 * 1024;

interface WrittenPlugin {
  readonly revision: string;
  /** JSON of a `PluginResource`. */
  readonly text: Buffer;
}

export class PluginListings {
  /** By plugin; who was asked for longest ago stands first. */
  private readonly kept = new Map<string, WrittenPlugin>();
  private bytes = 0;

  /** The answer for one publisher. It is never older than the question: revisions are read before the releases. */
  async of(publisherId: string, ask: Ask): Promise<Answer<{ readonly plugins: readonly PluginResource[] }>> {
    const plugins = await pluginsOf(publisherId, ask);
    const written = new Map<string, WrittenPlugin>();
    const changed = plugins.filter((plugin) => {
      const known = this.kept.get(plugin.id);
      if (known?.revision === plugin.revision) written.set(plugin.id, known);
      return known?.revision !== plugin.revision;
    });
    for (let from = 0; from < changed.length; from += PLUGINS_TOGETHER) {
      for (const [id, plugin] of await writtenFrom(publisherId, changed.slice(from, from + PLUGINS_TOGETHER), ask))
        written.set(id, plugin);
    }
    for (const [id, plugin] of written) this.keep(id, plugin);
    const tag = contentTag(JSON.stringify(plugins.map(({ id, revision }) => [id, revision])));
    return { status: 200, written: { tag, text: () => listed(plugins.map(({ id }) => written.get(id)!.text)) } };
  }

  private keep(id: string, written: WrittenPlugin): void {
    this.bytes += written.text.length - (this.kept.get(id)?.text.length ?? 0);
    this.kept.delete(id);
    this.kept.set(id, written);
    for (const [oldest, { text }] of this.kept) {
      if (this.bytes <= KEPT_BYTES) return;
      this.kept.delete(oldest);
      this.bytes -= text.length;
    }
  }
}

async function writtenFrom(
  publisherId: string,
  plugins: readonly ListedPlugin[],
  ask: Ask,
): Promise<[string, WrittenPlugin][]> {
  const releases = Map.groupBy(
    await releasesOf(
      publisherId,
      plugins.map(({ id }) => id),
      ask,
    ),
    ({ plugin_id }) => plugin_id,
  );
  return plugins.map(({ revision, ...plugin }) => [
    plugin.id,
    {
      revision,
      text: Buffer.from(
        JSON.stringify({ ...plugin, releases: releases.get(plugin.id) ?? [] } satisfies PluginResource),
      ),
    },
  ]);
}

async function releasesOf(publisherId: string, pluginIds: readonly string[], ask: Ask): Promise<ReleaseSummary[]> {
  const releases: ReleaseSummary[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { reply } = await ask(catalogue.listReleases, {
      publisher_id: publisherId,
      plugin_ids: pluginIds,
      limit: PAGE_RELEASES,
      cursor: cursor ?? null,
    });
    releases.push(...reply.items);
    cursor = reply.next_cursor;
  }
  return releases;
}

function listed(plugins: readonly Buffer[]): Buffer {
  const between = Buffer.from(',');
  const parts = plugins.flatMap((plugin, index) => (index === 0 ? [plugin] : [between, plugin]));
  return Buffer.concat([Buffer.from('{"plugins":['), ...parts, Buffer.from(']}')]);
}

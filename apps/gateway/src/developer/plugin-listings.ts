/**
 * `GET /developer/v1/plugins`: a publisher's plugins with all their releases, which are thousands after some years of
 * nightly builds. A plugin is read and written once for each change of its releases; between changes the catalogue is
 * asked for revisions only, and what was written before goes out again.
 */
import { catalogue, type ListedPlugin, type PluginResource, type ReleaseSummary } from '@kushk/contracts';
import { contentTag } from '@kushk/credentials';
import type { Answer, Ask } from '../http/route.js';

/** Of one page of releases, which the catalogue cuts shorter where it grows too large for one message. */
const PAGE_RELEASES = 200;
/** Plugins that are read at the same time for one answer. */
const READ_AT_ONCE = 8;
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
    const { reply: { plugins } } = await ask(catalogue.listPlugins, { publisher_id: publisherId });
    const written = new Map<string, WrittenPlugin>();
    const left = plugins[Symbol.iterator]();
    const reader = async (): Promise<void> => {
      for (const plugin of left) written.set(plugin.id, await this.writtenOf(publisherId, plugin, ask));
    };
    await Promise.all(Array.from({ length: READ_AT_ONCE }, reader));
    const tag = contentTag(JSON.stringify(plugins.map(({ id, revision }) => [id, revision])));
    return { status: 200, written: { tag, text: () => listed(plugins.map(({ id }) => written.get(id)!.text)) } };
  }

  private async writtenOf(publisherId: string, { revision, ...plugin }: ListedPlugin, ask: Ask): Promise<WrittenPlugin> {
    const known = this.kept.get(plugin.id);
    const written = known?.revision === revision ? known : { revision, text: Buffer.from(JSON.stringify({ ...plugin, releases: await releasesOf(publisherId, plugin.id, ask) } satisfies PluginResource)) };
    this.keep(plugin.id, written);
    return written;
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

async function releasesOf(publisherId: string, pluginId: string, ask: Ask): Promise<ReleaseSummary[]> {
  const releases: ReleaseSummary[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { reply } = await ask(catalogue.listReleases, { publisher_id: publisherId, plugin_id: pluginId, limit: PAGE_RELEASES, cursor: cursor ?? null });
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

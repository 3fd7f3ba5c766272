import type { CapabilityDiff } from '@kushk/contracts';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { LRUCache } from 'lru-cache';
import { baselineOf, type PublishedVersion } from './difference-baseline.js';
import type { Releases, StoredRelease } from './releases.view.js';

/** In characters as JSON. A page of the queue has at most 200 differences, each of about 300. */
const CACHE_MAX_CHARACTERS = 2_000_000;

/**
 * The difference of a release to the version with which it is compared now. The submission has the difference to what
 * was published then; another one is computed when it is read, because versions are published while others wait.
 */
export class ReleaseDifferences {
  private readonly cache = new LRUCache<string, CapabilityDiff>({
    maxSize: CACHE_MAX_CHARACTERS,
    sizeCalculation: (diff) => JSON.stringify(diff).length,
  });

  constructor(
    private readonly releases: Pick<Releases, 'publishedOf' | 'manifestOf'>,
    private readonly evaluator: Evaluator,
  ) {}

  async of(release: StoredRelease): Promise<CapabilityDiff | null> {
    const { plugin_id } = release.submission;
    return await this.compared(release, (await this.releases.publishedOf([plugin_id])).get(plugin_id) ?? []);
  }

  /** Null for a release that is compared with none. */
  async classesOf(releases: readonly StoredRelease[]): Promise<readonly (CapabilityDiff['class'] | null)[]> {
    const plugins = [...new Set(releases.map(({ submission }) => submission.plugin_id))];
    const published = await this.releases.publishedOf(plugins);
    const classes: (CapabilityDiff['class'] | null)[] = [];
    // One after the other: a page of a queue must not fill the threads that check submissions.
    for (const release of releases)
      classes.push((await this.compared(release, published.get(release.submission.plugin_id) ?? []))?.class ?? null);
    return classes;
  }

  private async compared(
    { submission, status }: StoredRelease,
    published: readonly PublishedVersion[],
  ): Promise<CapabilityDiff | null> {
    const { plugin_id, publisher_id, diff, summary } = submission;
    const submittedAgainst = diff?.previous ?? null;
    const { published_at, updated_at } = status.summary;
    const known = { version: summary.version, status: status.status, published_at, updated_at, submittedAgainst };
    const baseline = baselineOf(known, published);
    if (baseline === submittedAgainst) return diff;
    if (baseline === null) return null;
    const key = `${submission.release_key} ${baseline}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const [before, after] = await Promise.all([
      this.releases.manifestOf(plugin_id, baseline),
      this.releases.manifestOf(plugin_id, summary.version),
    ]);
    const computed = await this.evaluator.run(publisher_id, 'capabilityDifference', before as never, after as never);
    this.cache.set(key, computed);
    return computed;
  }
}

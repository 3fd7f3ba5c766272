/** With which published version a release is compared when it is read (docs/reference/releases.md). */
import type { ReleaseStatus } from '@kushk/contracts';
import { newestVersion } from '@kushk/manifest';

/** A version that was published at some time. Times are ISO 8601 in UTC. */
export interface PublishedVersion {
  readonly version: string;
  readonly status: ReleaseStatus;
  readonly published_at: string;
  readonly updated_at: string;
}
interface Compared {
  readonly version: string;
  readonly status: ReleaseStatus;
  readonly published_at: string | null;
  readonly updated_at: string;
  /** The version with which the submission was compared; null when nothing was published then. */
  readonly submittedAgainst: string | null;
}

/**
 * The newest version, pre-releases excluded, that is published now, for a release that is under review or waits for its
 * publication; for any other, the newest that was when it was published or ended. When none is or was, it is the newest
 * of those that had been published before: organisations may still have it. Null for a first publication.
 */
export function baselineOf(release: Compared, published: readonly PublishedVersion[]): string | null {
  const { version: own, status, published_at, updated_at, submittedAgainst } = release;
  const isOver = status === 'rejected' || status === 'withdrawn';
  const until = published_at ?? (isOver ? updated_at : null);
  const others = published.filter(({ version }) => version !== own);
  const before = others.filter((one) => until === null || one.published_at < until);
  const current = before.filter((one) => (until === null ? one.status === 'published' : wasPublishedAt(until, one)));
  // Two may be published at the same millisecond; what the submission was compared with was published before it.
  const known = until === null || submittedAgainst === null ? [] : [submittedAgainst];
  const versionsOf = (list: typeof before): readonly string[] => list.map(({ version }) => version);
  return newestVersion([...versionsOf(current), ...known]) ?? newestVersion(versionsOf(before));
}

/** A version that is suspended or withdrawn was so from its last change on. */
function wasPublishedAt(time: string, { status, updated_at }: PublishedVersion): boolean {
  return status === 'published' || updated_at > time;
}

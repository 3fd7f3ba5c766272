import type { ReleaseResource } from '@kushk/contracts';
import { instanceAlias } from '@kushk/credentials';
import type { Evaluations } from '../evaluation/evaluations.view.js';
import { releaseResource } from './release-resource.js';
import { releaseKey } from './release.js';
import type { Releases, StoredRelease } from './releases.view.js';

export interface ReleaseQuery {
  /** The publisher that requests the release; null for staff and for the service itself. */
  readonly publisherId: string | null;
  readonly pluginId: string;
  readonly version: string;
  /** The revision of a review step that the result must reflect. */
  readonly afterReview?: number | undefined;
}

/** How long a query waits for a review step to arrive; afterwards it returns the release without it. */
const REVIEW_TIMEOUT_MS = 5_000;

interface Notifications {
  waitUntil<Found>(
    key: string,
    query: () => Promise<Found | null>,
    limits: { readonly withinMs: number },
  ): Promise<Found | null>;
}
interface ReaderOptions {
  readonly notifications: Notifications;
  /** Makes the aliases by which a publisher sees the instances. */
  readonly pepper: Buffer;
}

/** Reads a release as the API shows it: with its fleet, and after the review step that the caller knows of. */
export class ReleaseReader {
  constructor(
    private readonly releases: Pick<Releases, 'find'>,
    private readonly evaluations: Pick<Evaluations, 'fleetOf'>,
    private readonly options: ReaderOptions,
  ) {}

  /** Null when the release is absent or foreign. */
  async find({ publisherId, pluginId, version, afterReview }: ReleaseQuery): Promise<StoredRelease | null> {
    const read = () => this.releases.find(publisherId, pluginId, version);
    if (afterReview === undefined) return await read();
    const reviewed = await this.options.notifications.waitUntil(
      releaseKey(pluginId, version),
      async () => {
        const found = await read();
        return found === null || reflectsReview(found, afterReview) ? { found } : null;
      },
      { withinMs: REVIEW_TIMEOUT_MS },
    );
    return reviewed === null ? await read() : reviewed.found;
  }

  async resource(release: StoredRelease, publisherId: string | null): Promise<ReleaseResource> {
    return releaseResource(release.submission, release.status, await this.fleetOf(release, publisherId));
  }

  /** How the fleet evaluated the release. A publisher sees instances by alias, staff by id. */
  async fleetOf({ submission }: StoredRelease, publisherId: string | null): Promise<ReleaseResource['fleet']> {
    const fleet = await this.evaluations.fleetOf(submission.release_key, submission.summary.plugin_api);
    if (publisherId === null) return fleet;
    return {
      ...fleet,
      refused: fleet.refused.map(({ instance, problems }) => ({
        instance: instanceAlias(this.options.pepper, publisherId, instance),
        problems,
      })),
    };
  }
}

/** A withdrawn release ignores review steps, so no later one will be reflected. */
function reflectsReview({ status }: StoredRelease, revision: number): boolean {
  return status.review_revision >= revision || status.summary.status === 'withdrawn';
}

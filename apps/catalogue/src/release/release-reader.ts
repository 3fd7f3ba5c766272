import type { ReleaseResource } from '@kushk/contracts';
import { instanceAlias } from '@kushk/credentials';
import type { Evaluations } from '../evaluation/evaluations.view.js';
import { releaseResource } from './release-resource.js';
import type { Releases, StoredRelease } from './releases.view.js';

export interface ReleaseQuery {
  /** The publisher that requests the release; null for staff and for the service itself. */
  readonly publisherId: string | null;
  readonly pluginId: string;
  readonly version: string;
}

/** Reads a release as the API shows it, with its fleet. */
export class ReleaseReader {
  /** `pepper` makes the aliases by which a publisher sees the instances. */
  constructor(
    private readonly releases: Pick<Releases, 'find'>,
    private readonly evaluations: Pick<Evaluations, 'fleetOf'>,
    private readonly pepper: Buffer,
  ) {}

  /** Null when the release is absent or foreign. */
  find({ publisherId, pluginId, version }: ReleaseQuery): Promise<StoredRelease | null> {
    return this.releases.find(publisherId, pluginId, version);
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
        instance: instanceAlias(this.pepper, publisherId, instance),
        problems,
      })),
    };
  }
}

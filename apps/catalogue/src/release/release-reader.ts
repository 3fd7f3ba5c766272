import type { ImageDetails, ManifestResource, ReleaseResource } from '@kushk/contracts';
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

/** Reads a release as the API returns it, including how instances evaluated it. */
export class ReleaseReader {
  /** `pepper` is the secret from which the instance aliases for publishers are derived. */
  constructor(
    private readonly releases: Pick<Releases, 'find' | 'submissionOf'>,
    private readonly evaluations: Pick<Evaluations, 'fleetOf'>,
    private readonly pepper: Buffer,
  ) {}

  /** Returns null when the release does not exist or belongs to another publisher. */
  find({ publisherId, pluginId, version }: ReleaseQuery): Promise<StoredRelease | null> {
    return this.releases.find(publisherId, pluginId, version);
  }

  /** Returns the submitted manifest, and its image. Throws for a release that was never submitted. */
  submissionOf({
    pluginId,
    version,
  }: ReleaseQuery): Promise<ManifestResource & { readonly image: ImageDetails | null }> {
    return this.releases.submissionOf(pluginId, version);
  }

  async resource(release: StoredRelease, publisherId: string | null): Promise<ReleaseResource> {
    return releaseResource(release.submission, release.status, await this.fleetOf(release, publisherId));
  }

  /** Returns how the instances evaluated the release. Publishers see aliases of instances, staff see ids. */
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

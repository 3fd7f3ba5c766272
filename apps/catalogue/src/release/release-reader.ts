import type { ReleaseResource } from '@kushk/contracts';
import { instanceAlias } from '@kushk/credentials';
import type { Evaluator } from '@kushk/runtime/evaluation';
import type { Evaluations } from '../evaluation/evaluations.view.js';
import { absentRollout } from '../rollout/rollout-resource.js';
import type { Rollouts } from '../rollout/rollouts.view.js';
import type { ReleaseComments } from './comment-on-release/release-comments.view.js';
import { ReleaseDifferences } from './release-differences.js';
import { releaseResource } from './release-resource.js';
import type { Releases, StoredRelease, SubmittedContent } from './releases.view.js';

export interface ReleaseQuery {
  /** The publisher that requests the release; null for staff and for the service itself. */
  readonly publisherId: string | null;
  readonly pluginId: string;
  readonly version: string;
}

/** Reads a release as the API returns it, including how instances evaluated it. */
export class ReleaseReader {
  private readonly differences: ReleaseDifferences;

  /** `pepper` is the secret from which the instance aliases for publishers are derived. */
  constructor(
    private readonly releases: Pick<Releases, 'find' | 'submissionOf' | 'publishedOf' | 'manifestOf'>,
    private readonly views: {
      readonly evaluations: Pick<Evaluations, 'fleetOf'>;
      readonly rollouts: Pick<Rollouts, 'find'>;
      readonly comments: Pick<ReleaseComments, 'of'>;
      readonly evaluator: Evaluator;
    },
    private readonly pepper: Buffer,
  ) {
    this.differences = new ReleaseDifferences(releases, views.evaluator);
  }

  /** Returns null when the release does not exist or belongs to another publisher. */
  find({ publisherId, pluginId, version }: ReleaseQuery): Promise<StoredRelease | null> {
    return this.releases.find(publisherId, pluginId, version);
  }

  /** Returns the submitted manifest, and its image. Throws for a release that was never submitted. */
  submissionOf({ pluginId, version }: ReleaseQuery): Promise<SubmittedContent> {
    return this.releases.submissionOf(pluginId, version);
  }

  async resource(release: StoredRelease, publisherId: string | null): Promise<ReleaseResource> {
    const { submission, status } = release;
    const [fleet, rollout, comments, diff] = await Promise.all([
      this.fleetOf(release, publisherId),
      this.views.rollouts.find(submission.release_key),
      this.commentsOf(release),
      this.differences.of(release),
    ]);
    return releaseResource({ ...submission, diff }, status, {
      fleet,
      comments,
      rollout: rollout ?? absentRollout(submission, status),
    });
  }

  /** Returns the class of the `diff` of each release, in their order. */
  async diffClassesOf(releases: readonly StoredRelease[]): ReturnType<ReleaseDifferences['classesOf']> {
    return await this.differences.classesOf(releases);
  }

  /** Returns what reviewers and publisher have said, oldest first. */
  commentsOf({ submission }: StoredRelease): Promise<ReleaseResource['comments']> {
    return this.views.comments.of(submission.release_key);
  }

  /** Returns what the instances have reported about the rollout of the release. */
  async figuresOf({ submission }: StoredRelease): Promise<ReleaseResource['rollout']['figures']> {
    return (await this.views.rollouts.find(submission.release_key))?.figures ?? null;
  }

  /** Returns how the instances evaluated the release. Publishers see aliases of instances, staff see ids. */
  async fleetOf({ submission }: StoredRelease, publisherId: string | null): Promise<ReleaseResource['fleet']> {
    const fleet = await this.views.evaluations.fleetOf(submission.release_key, submission.summary.plugin_api);
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

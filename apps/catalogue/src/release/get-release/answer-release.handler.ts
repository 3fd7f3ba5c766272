import { answer, no } from '@kushk/broker';
import type { ReleaseResource } from '@kushk/contracts';
import { instanceAlias } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { CONFIG, Signals, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { Judgements } from '../../judgement/judgements.view.js';
import { releaseResource } from '../release-resource.js';
import { releaseKey } from '../release.js';
import { Releases, type ReadRelease, type Submission } from '../releases.view.js';

/** Who asks (`publisherId` null: staff or the service itself) for which release, and what of the desk it must have seen. */
export interface ReleaseQuestion {
  readonly publisherId: string | null;
  readonly pluginId: string;
  readonly version: string;
  readonly afterReview?: number | undefined;
}

/** So long a caller waits for the desk's word to arrive; then it gets the release as it stands. */
const afterReviewWithinMs = 5_000;

/** Reads a release, after the reviewers' decision that the caller knows of, and puts it into the words of the wire. */
@Injectable()
export class AnswerRelease {
  constructor(
    private readonly releases: Releases,
    private readonly judgements: Judgements,
    private readonly signals: Signals,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null where the release is absent or foreign. */
  async find({ publisherId, pluginId, version, afterReview }: ReleaseQuestion): Promise<ReadRelease | null> {
    const read = () => this.releases.find(publisherId, pluginId, version);
    if (afterReview === undefined) return await read();
    const seen = await this.signals.until(
      releaseKey(pluginId, version),
      async () => {
        const found = await read();
        return found === null || hasSeen(found, afterReview) ? { found } : null;
      },
      afterReviewWithinMs,
    );
    return seen === null ? await read() : seen.found;
  }

  async inWords({ submission, standing }: ReadRelease, publisherId: string | null): Promise<ReleaseResource> {
    return releaseResource(submission, standing, await this.fleetOf(submission, publisherId));
  }

  /** How the fleet has taken the release in. A publisher is told of instances by alias, staff by id. */
  async fleetOf(submission: Submission, publisherId: string | null): Promise<ReleaseResource['fleet']> {
    const fleet = await this.judgements.fleetOf(submission);
    if (publisherId === null) return fleet;
    return {
      ...fleet,
      refused: fleet.refused.map(({ instance, problems }) => ({
        instance: instanceAlias(this.config.pepper, publisherId, instance),
        problems,
      })),
    };
  }

  async answer(question: ReleaseQuestion): Promise<Outcome<ReleaseResource>> {
    const found = await this.find(question);
    return found === null ? releaseNotKnown(question) : answer(await this.inWords(found, question.publisherId));
  }
}

/** A withdrawn release takes in nothing more, so there is nothing to wait for. */
function hasSeen({ standing }: ReadRelease, revision: number): boolean {
  return standing.review_revision >= revision || standing.status === 'withdrawn';
}

export function releaseNotKnown({ pluginId, version }: ReleaseQuestion): Outcome<never> {
  return no('catalogue.release_not_found', { plugin_id: pluginId, version });
}

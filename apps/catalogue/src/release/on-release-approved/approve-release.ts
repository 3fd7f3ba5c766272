/** The reviewer has approved and signed; with `publish` the release goes to the fleet in the same commit. */
import type { DsseEnvelope, JsonObject, Tier } from '@kushk/contracts';
import { accept, fold, type Decision } from '@kushk/decider';
import { followReview, type DeskWord, type Unmoved } from '../follow-review.js';
import { releaseStream, type ReleaseApproved, type Release } from '../release.js';
import type { ReleaseOfPlugin, SignStatus } from '../move-release.js';
import { publication, type FactsOfChange } from '../publish-release/publish-release.js';

export interface ApproveRelease extends DeskWord {
  readonly pluginId: string;
  readonly version: string;
  readonly tier: Tier;
  readonly notes: string;
  readonly approval: DsseEnvelope;
  readonly publish: boolean;
  readonly manifest: JsonObject;
  readonly sign: SignStatus;
}

/** Refuses only what must wait for its predecessor (`catalogue.review_out_of_order`). */
export function approveRelease(
  command: ApproveRelease,
  { release, plugin }: ReleaseOfPlugin,
): Decision<FactsOfChange, Unmoved | 'approved' | 'published'> {
  const { reviewRevision, by, at, tier, notes, approval } = command;
  const followed = followReview(release, command, 'in_review');
  if ('early' in followed) return followed.early;
  if ('unmoved' in followed) return accept({ release: [], plugin: [] }, followed.unmoved);
  const approved: ReleaseApproved = {
    type: 'ReleaseApproved',
    data: { reviewRevision, by, at, tier, notes, approval },
  };
  if (!command.publish) return accept({ release: [approved], plugin: [] }, 'approved');
  const after: Release = fold(releaseStream, [approved], release);
  if (after.status !== 'approved') throw new Error('an approval must leave the release approved');
  const published = publication(command, after, plugin);
  return accept({ release: [approved, ...published.release], plugin: published.plugin }, 'published');
}

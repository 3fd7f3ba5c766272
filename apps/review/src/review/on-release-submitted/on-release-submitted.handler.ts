import { reactionHandler } from '@kushk/broker';
import { catalogueFacts, type DataOf, type JsonObject } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import { PrerequisiteMissing, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { replyInOrder } from '../reply-in-order.js';
import { catalogueReaction, ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream, type ReleaseUnderReview, type ReplacedRelease, type Review } from '../review.js';
import { requestReview } from './request-review.js';

export const OnReleaseSubmittedHandler = reactionHandler(
  catalogueFacts.releaseSubmitted,
  { reaction: catalogueReaction, needs: { arrivals: ReviewArrivals, store: EventStore } },
  async (data, { arrivals, store }, { run }) => {
    const { plugin_id: pluginId, version, replaces } = data;
    const replaced =
      replaces === undefined ? null : (await store.load(streamRef(reviewStream, reviewKey(pluginId, replaces)))).state;
    // Facts of different releases arrive in any order, and who requested the changes is taken over here, once.
    if (replaced?.status === 'absent')
      throw new PrerequisiteMissing(`RequestReview must wait for the release that ${pluginId}@${version} replaces`);
    const release = releaseOf(data, replaced);
    const outcome = await run({
      name: 'RequestReview',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: release,
      decide: (command, review) => requestReview(command, review),
    });
    const result = replyInOrder('RequestReview', outcome);
    log.info({ command: 'RequestReview', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    arrivals.notify(pluginId, version);
  },
);

/** Computes the digest that the approval will sign. Throws when it differs from the digest in the submission. */
function releaseOf(data: DataOf<typeof catalogueFacts.releaseSubmitted>, replaced: Review | null): ReleaseUnderReview {
  const { plugin_id: pluginId, version, manifest } = data;
  const manifestDigest = canonicalDigest(manifest);
  if (manifestDigest !== data.manifest_digest)
    throw new Error(`the manifest of ${pluginId}@${version} does not match its submitted digest`);
  const { image } = manifest;
  return {
    pluginId,
    version,
    publisherId: data.publisher_id,
    names: namesIn(manifest),
    requestedTier: data.requested_tier,
    submittedAt: data.submitted_at,
    manifestDigest,
    image: typeof image === 'string' ? image : null,
    previous: data.previous,
    diffClass: data.diff_class,
    provenance: data.provenance ?? null,
    ...(data.returned_from !== undefined && { returnedFrom: data.returned_from }),
    ...(data.replaces !== undefined && { replaces: { version: data.replaces, requestedBy: requesterOf(replaced) } }),
  };
}

/** Who waits for a corrected version: who requested changes of the replaced one, or of the one that it replaced. */
function requesterOf(replaced: Review | null): ReplacedRelease['requestedBy'] {
  if (replaced === null || replaced.status === 'absent') return null;
  return replaced.changesRequestedBy ?? replaced.replaces?.requestedBy ?? null;
}

/** The names of the plugin. The catalogue has checked that they are texts. */
function namesIn({ names }: JsonObject): Readonly<Record<string, string>> {
  const entries = typeof names === 'object' && names !== null ? Object.entries(names) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

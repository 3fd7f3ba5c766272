import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { catalogueFacts, type DataOf, type JsonObject } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { replyInOrder } from '../reply-in-order.js';
import { catalogueReaction, ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream, type ReleaseUnderReview } from '../review.js';
import { requestReview } from './request-review.js';

@Controller()
export class OnReleaseSubmittedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly arrivals: ReviewArrivals,
  ) {}

  @EventPattern<string>(catalogueFacts.releaseSubmitted.subject, { reaction: catalogueReaction })
  async react(data: DataOf<typeof catalogueFacts.releaseSubmitted>, context: FactContext): Promise<void> {
    const release = releaseOf(data);
    const { pluginId, version } = release;
    const outcome = await this.store.run({
      name: 'RequestReview',
      streams: { review: streamRef(reviewStream, reviewKey(pluginId, version)) },
      decide: ({ review }) => forStream('review', requestReview(release, review)),
      idempotency: idempotencyFor(catalogueReaction, context),
      meta: causedBy(context),
    });
    const result = replyInOrder('RequestReview', outcome);
    log.info({ command: 'RequestReview', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    this.arrivals.notify(pluginId, version);
  }
}

/** Computes the digest that the approval will sign. Throws when it differs from the digest in the submission. */
function releaseOf(data: DataOf<typeof catalogueFacts.releaseSubmitted>): ReleaseUnderReview {
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
  };
}

/** The names of the plugin. The catalogue has checked that they are texts. */
function namesIn({ names }: JsonObject): Readonly<Record<string, string>> {
  const entries = typeof names === 'object' && names !== null ? Object.entries(names) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

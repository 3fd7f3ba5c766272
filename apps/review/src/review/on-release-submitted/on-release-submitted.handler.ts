import type { FactContext } from '@kushk/broker';
import { catalogueFacts, type DataOf } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { catalogueReaction, Desk } from '../desk.handler.js';
import type { Case } from '../review.js';
import { requestReview } from './request-review.js';

@Controller()
export class OnReleaseSubmittedHandler {
  constructor(private readonly desk: Desk) {}

  @EventPattern<string>(catalogueFacts.releaseSubmitted.subject, { reaction: catalogueReaction })
  async react(data: DataOf<typeof catalogueFacts.releaseSubmitted>, context: FactContext): Promise<void> {
    const {
      plugin_id: pluginId,
      version,
      publisher_id: publisherId,
      requested_tier: requestedTier,
      submitted_at: submittedAt,
      manifest,
      previous,
    } = data;
    // What the desk will sign is what it has computed itself.
    const manifestDigest = canonicalDigest(manifest);
    if (manifestDigest !== data.manifest_digest)
      throw new Error(`the manifest of ${pluginId}@${version} is not the one that was submitted`);
    const { image } = manifest;
    const submitted: Case = {
      pluginId,
      version,
      publisherId,
      requestedTier,
      submittedAt,
      manifestDigest,
      image: typeof image === 'string' ? image : null,
      previous,
      diffClass: data.diff_class,
    };
    await this.desk.takeIn(
      { name: 'RequestReview', pluginId, version, decide: (review) => requestReview(submitted, review) },
      context,
    );
  }
}

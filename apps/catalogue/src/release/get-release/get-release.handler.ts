import { respond, type RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import { contentTag } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ReleaseChanges } from '../release-changes.js';
import { ReleaseReader, type ReleaseQuery } from '../release-reader.js';
import { releaseNotFound } from '../status-change.js';

/** A waiting query returns this long before its deadline, so that the reply still arrives in time. */
const REPLY_MARGIN_MS = 300;

@Controller()
export class GetReleaseHandler {
  constructor(
    private readonly reader: ReleaseReader,
    private readonly changes: ReleaseChanges,
  ) {}

  @MessagePattern(catalogue.getRelease.subject)
  async handle(
    request: RequestOf<typeof catalogue.getRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { publisher_id: publisherId, plugin_id: pluginId, version, after_review: afterReview, wait } = request;
    const query = { publisherId, pluginId, version };
    const found = await this.changes.waitForReview(query, afterReview, () => this.reader.find(query));
    if (found === null) return releaseNotFound(pluginId, version);
    const release = await this.reader.resource(found, publisherId);
    if (wait === undefined) return respond(release);
    const withinMs = Math.min(wait.timeout_ms, context.deadline.getTime() - now().getTime() - REPLY_MARGIN_MS);
    const known = wait.known_tags.length > 0 ? wait.known_tags : [tagOf(release)];
    if (!known.includes(tagOf(release)) || withinMs <= 0) return respond(release);
    return respond((await this.waitForChange(query, known, withinMs)) ?? release);
  }

  /**
   * Waits until the release's ETag differs from every ETag in `known`, and returns the release. Returns null when the
   * time limit ends first.
   */
  private waitForChange(
    query: ReleaseQuery,
    known: readonly string[],
    withinMs: number,
  ): Promise<ReleaseResource | null> {
    return this.changes.waitUntil(
      query,
      async () => {
        const found = await this.reader.find(query);
        if (found === null) return null;
        const release = await this.reader.resource(found, query.publisherId);
        return known.includes(tagOf(release)) ? null : release;
      },
      withinMs,
    );
  }
}

/** The same ETag as the gateway computes for this reply. */
function tagOf(release: ReleaseResource): string {
  return contentTag(JSON.stringify(release));
}

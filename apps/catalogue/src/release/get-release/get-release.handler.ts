import { queryHandler, respond } from '@kushk/broker';
import { catalogue, type ReleaseResource } from '@kushk/contracts';
import { contentTag } from '@kushk/credentials';
import { realNow } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { ReleaseReader } from '../release-reader.js';
import { releaseNotFound } from '../status-change.js';

/** A waiting query returns this long before its deadline, so that the reply still arrives in time. */
const REPLY_MARGIN_MS = 300;

export const GetReleaseHandler = queryHandler(
  catalogue.getRelease,
  { reader: ReleaseReader, changes: ReleaseChanges },
  async (request, { reader, changes }, { deadline }) => {
    const { publisher_id: publisherId, plugin_id: pluginId, version, after_review: afterReview, wait } = request;
    const query = { publisherId, pluginId, version };
    const found = await changes.waitForReview(query, afterReview, () => reader.find(query));
    if (found === null) return releaseNotFound(pluginId, version);
    const release = await reader.resource(found, publisherId);
    if (wait === undefined) return respond(release);
    const withinMs = Math.min(wait.timeout_ms, deadline.getTime() - realNow().getTime() - REPLY_MARGIN_MS);
    const known = wait.known_tags.length > 0 ? wait.known_tags : [tagOf(release)];
    if (!known.includes(tagOf(release)) || withinMs <= 0) return respond(release);
    const readChanged = async (): Promise<ReleaseResource | null> => {
      const current = await reader.find(query);
      const changed = current && (await reader.resource(current, publisherId));
      return changed === null || known.includes(tagOf(changed)) ? null : changed;
    };
    return respond((await changes.waitUntil(query, readChanged, withinMs)) ?? release);
  },
);

/** The same ETag as the gateway computes for this reply. */
function tagOf(release: ReleaseResource): string {
  return contentTag(JSON.stringify(release));
}

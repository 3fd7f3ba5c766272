import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { releaseChecks } from '@kushk/manifest';
import { Publishers } from '../../publisher/publishers.view.js';
import { ReleaseChanges } from '../release-changes.js';
import { ReleaseReader } from '../release-reader.js';
import { releaseNotFound } from '../status-change.js';

export const GetReleaseForStaffHandler = queryHandler(
  catalogue.getReleaseForStaff,
  { reader: ReleaseReader, changes: ReleaseChanges, publishers: Publishers },
  async (request, { reader, changes, publishers }) => {
    const { plugin_id: pluginId, version, after_review: afterReview } = request;
    const query = { publisherId: null, pluginId, version };
    const found = await changes.waitForReview(query, afterReview, () => reader.find(query));
    if (found === null) return releaseNotFound(pluginId, version);
    const { manifest, source, image } = await reader.submissionOf(query);
    return respond({
      ...(await reader.resource(found, null)),
      publisher_id: found.submission.publisher_id,
      publisher_name: await publishers.nameOf(found.submission.publisher_id),
      taken_by: found.status.taken_by,
      manifest,
      source,
      // Groups the stored warnings instead of checking the manifest again, so that the reviewer and the publisher see
      // the same result.
      checks: releaseChecks(manifest, found.submission.summary.warnings, image),
    });
  },
);

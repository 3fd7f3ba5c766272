import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { releaseChecks } from '@kushk/manifest';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Publishers } from '../../publisher/publishers.view.js';
import { ReleaseChanges } from '../release-changes.js';
import { ReleaseReader } from '../release-reader.js';
import { releaseNotFound } from '../status-change.js';

@Controller()
export class GetReleaseForStaffHandler {
  constructor(
    private readonly reader: ReleaseReader,
    private readonly changes: ReleaseChanges,
    private readonly publishers: Publishers,
  ) {}

  @MessagePattern(catalogue.getReleaseForStaff.subject)
  async handle(
    request: RequestOf<typeof catalogue.getReleaseForStaff>,
  ): Promise<Outcome<ReplyOf<typeof catalogue.getReleaseForStaff>>> {
    const { plugin_id: pluginId, version, after_review: afterReview } = request;
    const query = { publisherId: null, pluginId, version };
    const found = await this.changes.waitForReview(query, afterReview, () => this.reader.find(query));
    if (found === null) return releaseNotFound(pluginId, version);
    const { manifest, source, image } = await this.reader.submissionOf(query);
    return respond({
      ...(await this.reader.resource(found, null)),
      publisher_id: found.submission.publisher_id,
      publisher_name: await this.publishers.nameOf(found.submission.publisher_id),
      taken_by: found.status.taken_by,
      manifest,
      source,
      // Groups the stored warnings instead of checking the manifest again, so that the reviewer and the publisher see
      // the same result.
      checks: releaseChecks(manifest, found.submission.summary.warnings, image),
    });
  }
}

import type { ReleaseReader } from './release-reader.js';
import type { Releases } from './releases.view.js';
import type { ReplyContext, StatusChange } from './status-change.js';

type RequestedChange = Pick<StatusChange, 'pluginId' | 'version' | 'by' | 'at'>;
interface PreparedChange extends ReplyContext {
  readonly change: StatusChange;
}

/** Reads the data that the decision and the reply of a status change need. */
export class StatusChangePreparer {
  constructor(
    private readonly reader: ReleaseReader,
    private readonly releases: Pick<Releases, 'submissionOf'>,
    private readonly signs: Pick<StatusChange, 'sign' | 'signRollout'>,
  ) {}

  /**
   * Returns null when the release does not exist. The reply is made for the publisher `publisherId`; null means that
   * it is for staff. Whether the release belongs to that publisher is checked later, by the decision.
   */
  async prepare(request: RequestedChange, publisherId: string | null): Promise<PreparedChange | null> {
    const { pluginId, version } = request;
    const found = await this.reader.find({ publisherId: null, pluginId, version });
    if (found === null) return null;
    return {
      change: await this.withManifest(request),
      submission: found.submission,
      // No instance can have accepted a statement that is not issued yet.
      fleet: { ...(await this.reader.fleetOf(found, publisherId)), accepted: 0 },
      comments: await this.reader.commentsOf(found),
      figures: await this.reader.figuresOf(found),
    };
  }

  /** Returns the change without the data for the reply. Throws for a release that was never submitted. */
  async withManifest(request: RequestedChange): Promise<StatusChange> {
    const { manifest, rollout: plan } = await this.releases.submissionOf(request.pluginId, request.version);
    return { ...request, manifest, plan, ...this.signs };
  }
}

import type { JsonObject } from '@kushk/contracts';
import type { Refused } from '@kushk/decider';
import { statusSummary } from '../release-resource.js';
import type { Release } from '../release.js';
import { releaseNotFound, type SignStatus } from '../status-change.js';
import type { SubmissionPreparer } from '../submit-release/submission-preparer.js';
import type { SubmitRelease } from '../submit-release/submit-release.js';
import { returnLosses } from './return-losses.js';
import { highestPublished } from './return-refusal.js';
import type { ReturnRelease } from './return-release.js';

export interface ReturnRequest {
  readonly publisher_id: string;
  readonly plugin_id: string;
  readonly from: string;
  readonly version: string;
  readonly reason: string;
}
export interface ReturnSources {
  loadRelease(pluginId: string, version: string): Promise<Release>;
  manifestOf(pluginId: string, version: string): Promise<JsonObject>;
  everPublished(pluginId: string): Promise<readonly string[]>;
}
type Prepared = { readonly accepted: true; readonly command: Omit<ReturnRelease, 'approved'> } | Refused;

/** Collects what the decision on a return needs: the manifest of the release to come, and what it would lose. */
export class ReturnPreparer {
  constructor(
    private readonly sources: ReturnSources,
    private readonly submissions: Pick<SubmissionPreparer, 'prepare'>,
    private readonly sign: SignStatus,
  ) {}

  /**
   * Rejects with `catalogue.release_not_found`, and like the preparation of a submission. The decision rejects the
   * rest: a repeated request still gets its stored reply when its versions have changed since.
   */
  async prepare(
    request: ReturnRequest,
    identity: Pick<SubmitRelease, 'releaseId' | 'quotas' | 'at'>,
  ): Promise<Prepared> {
    const { publisher_id: publisherId, plugin_id: pluginId, from, version, reason } = request;
    const [source, everPublished] = await Promise.all([
      this.sources.loadRelease(pluginId, from),
      this.sources.everPublished(pluginId),
    ]);
    if (source.status === 'absent' || source.publisherId !== publisherId) return releaseNotFound(pluginId, from);
    const present = highestPublished(from, [...everPublished, from]);
    const [earlier, presentManifest] = await Promise.all([
      this.sources.manifestOf(pluginId, from),
      this.sources.manifestOf(pluginId, present),
    ]);
    const manifest = { ...earlier, version };
    const { tier } = statusSummary(source);
    const body = { manifest, source: null, requested_tier: tier ?? '', notes: reason };
    // A key that was exchanged for a token of a CI job cannot return, so there is no provenance.
    const prepared = await this.submissions.prepare(body, { publisherId, provenance: null, ...identity });
    if (!prepared.accepted) return prepared;
    const { command: submission } = prepared;
    const losses = returnLosses(presentManifest, earlier);
    const result = { plugin_id: pluginId, from, version, present, losses, diff: submission.diff };
    return { accepted: true, command: { from, reason, submission, everPublished, result, sign: this.sign } };
  }
}

import { canonicalDigest } from '@kushk/credentials';
import { streamRef, type Refused } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { Instances } from '../../instance/instances.view.js';
import { newestPublished, pluginStream } from '../../plugin/plugin.js';
import { Releases } from '../releases.view.js';
import { releaseKey, releaseStream } from '../release.js';
import { capabilityDifference } from './capability-difference.js';
import { judgeSubmission, type SubmissionBody } from './judge-submission.js';
import type { SubmitRelease } from './submit-release.js';

export interface PreparedSubmission {
  readonly accepted: true;
  readonly command: SubmitRelease;
}

/** Judges a body and gathers what the decision needs: digest, difference to the newest published version, fleet. */
@Injectable()
export class PrepareSubmission {
  constructor(
    private readonly store: EventStore,
    private readonly releases: Releases,
    private readonly instances: Instances,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async prepare(publisherId: string, body: SubmissionBody): Promise<PreparedSubmission | Refused> {
    const judged = judgeSubmission(body, { publisherId, production: this.config.environment === 'production' });
    if (!judged.accepted) return judged;
    const { manifest, requestedTier, notes, warnings } = judged;
    const [{ state: plugin }, compatible] = await Promise.all([
      this.store.load(streamRef(pluginStream, manifest.id)),
      this.instances.compatibleWith(manifest.plugin_api),
    ]);
    const newest = newestPublished(plugin);
    const previous = newest === null ? null : await this.releases.manifestOf(manifest.id, newest);
    const diff = capabilityDifference(previous, manifest);
    const command: SubmitRelease = {
      releaseId: newId('rel'),
      publisherId,
      manifest,
      manifestDigest: canonicalDigest(manifest),
      requestedTier,
      notes,
      warnings,
      diff,
      compatible,
      at: now().toISOString(),
    };
    return { accepted: true, command };
  }
}

/** The streams over which a submission is decided: whose plugin it is, and whether the version is taken. */
export function streamsOf({ manifest: { id, version } }: SubmitRelease) {
  return { plugin: streamRef(pluginStream, id), release: streamRef(releaseStream, releaseKey(id, version)) };
}

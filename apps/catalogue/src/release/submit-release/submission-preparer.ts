import type { JsonObject, Problem, Submission } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import type { Refused } from '@kushk/decider';
import { compareVersions, problemOf } from '@kushk/manifest';
import { newestPublished, type Plugin } from '../../plugin/plugin.js';
import { capabilityDifference } from './capability-difference.js';
import { checkSubmission } from './check-submission.js';
import type { SubmitRelease } from './submit-release.js';

export interface PreparedSubmission {
  readonly accepted: true;
  readonly command: SubmitRelease;
}
export interface SubmissionSources {
  loadPlugin(pluginId: string): Promise<Plugin>;
  manifestOf(pluginId: string, version: string): Promise<JsonObject>;
  /** Returns the number of registered instances that can run a release with this `plugin_api`. */
  countCompatible(pluginApi: string): Promise<number>;
}

/**
 * Checks the body of a submission and collects the data that the decision needs: the manifest digest, the difference
 * to the newest published version, and the number of compatible instances.
 */
export class SubmissionPreparer {
  constructor(
    private readonly sources: SubmissionSources,
    private readonly options: { readonly production: boolean },
  ) {}

  async prepare(
    body: Submission,
    identity: Pick<SubmitRelease, 'publisherId' | 'releaseId' | 'at'>,
  ): Promise<PreparedSubmission | Refused> {
    const checked = checkSubmission(body, {
      publisherId: identity.publisherId,
      production: this.options.production,
    });
    if (!checked.accepted) return checked;
    const { manifest, details } = checked;
    const [plugin, compatible] = await Promise.all([
      this.sources.loadPlugin(manifest.id),
      this.sources.countCompatible(manifest.plugin_api),
    ]);
    const newest = newestPublished(plugin);
    const previous = newest === null ? null : await this.sources.manifestOf(manifest.id, newest);
    const diff = capabilityDifference(previous, manifest);
    const warnings = [...lowerVersionWarnings(manifest.version, newest), ...details.warnings];
    return {
      accepted: true,
      command: {
        ...identity,
        manifest,
        manifestDigest: canonicalDigest(manifest),
        details: { ...details, warnings },
        diff,
        compatible,
      },
    };
  }
}

/** A lower version may be a correction of an older release line, so it is a warning. */
function lowerVersionWarnings(version: string, newest: string | null): readonly Problem[] {
  if (newest === null || compareVersions(version, newest) >= 0) return [];
  return [problemOf('submission', { path: '/version', code: 'version_lower', params: { newest } })];
}

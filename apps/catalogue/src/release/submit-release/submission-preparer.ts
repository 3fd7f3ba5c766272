import {
  jsonTextOf,
  type ImageDetails,
  type JsonObject,
  type Problem,
  type UncheckedSubmission,
} from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import { refuse, type Refused } from '@kushk/decider';
import { blockingProblems, compareVersions, problemOf, UNSUPPORTED_PLUGIN_API } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import type { InstanceCounts } from '../../instance/instances.view.js';
import { newestPublished, type Plugin } from '../../plugin/plugin.js';
import { checkSubmission } from './check-submission.js';
import { NEWEST_VERSION_CHANGED, submitRelease, type SubmissionStates, type SubmitRelease } from './submit-release.js';

interface PreparedSubmission {
  readonly accepted: true;
  readonly command: SubmitRelease;
}
/** What the registry has for the image of a manifest, and what is wrong with it. */
export interface InspectedImage {
  readonly problems: readonly Problem[];
  readonly details: ImageDetails | null;
}
export interface SubmissionSources {
  loadPlugin(pluginId: string): Promise<Plugin>;
  loadStates(command: SubmitRelease): Promise<SubmissionStates>;
  manifestOf(pluginId: string, version: string): Promise<JsonObject>;
  /** Returns how many instances are registered, and how many of them can run a release with this `plugin_api`. */
  countInstances(pluginApi: string): Promise<InstanceCounts>;
}
export interface SubmissionImages {
  /** Null: the registry cannot be asked now. */
  inspect(manifest: SubmitRelease['manifest'], publisherId: string): Promise<InspectedImage | null>;
}

/**
 * Checks the body of a submission and collects the data that the decision needs: the manifest digest, the difference
 * to the newest published version, the image in the registry, and the number of compatible instances.
 */
export class SubmissionPreparer {
  constructor(
    private readonly sources: SubmissionSources,
    private readonly images: SubmissionImages,
    private readonly options: { readonly production: boolean; readonly evaluator: Evaluator },
  ) {}

  async prepare(
    body: UncheckedSubmission,
    identity: Pick<SubmitRelease, 'publisherId' | 'releaseId' | 'quotas' | 'provenance' | 'at'>,
  ): Promise<PreparedSubmission | Refused> {
    const { publisherId } = identity;
    const { production, evaluator } = this.options;
    const checked = await checkSubmission(body, { publisherId, production }, evaluator);
    if (!checked.accepted) return checked;
    const { manifest, details } = checked;
    const [plugin, instances] = await Promise.all([
      this.sources.loadPlugin(manifest.id),
      this.sources.countInstances(manifest.plugin_api),
    ]);
    const newest = newestPublished(plugin);
    const previous = newest === null ? null : await this.sources.manifestOf(manifest.id, newest);
    const diff =
      previous === null ? null : await evaluator.run(publisherId, 'capabilityDifference', previous, manifest);
    const warnings = [
      ...lowerVersionWarnings(manifest.version, newest),
      ...unsupportedApiWarnings(instances),
      ...details.warnings,
    ];
    return await this.withImage({
      ...identity,
      manifest,
      manifestDigest: canonicalDigest(manifest),
      manifestBytes: Buffer.byteLength(jsonTextOf(manifest)),
      details: { ...details, warnings },
      diff,
      compatible: instances.compatible,
    });
  }

  /**
   * The registry is asked last and only for what would be accepted otherwise: what the decision refuses for good needs
   * no image, and neither does the repetition of a submission that was accepted.
   */
  private async withImage(command: SubmitRelease): Promise<PreparedSubmission | Refused> {
    const { manifest, details, publisherId } = command;
    if (manifest.kind === 'external') return { accepted: true, command };
    const decision = submitRelease(command, await this.sources.loadStates(command));
    if (!decision.accepted && decision.refusal.code !== NEWEST_VERSION_CHANGED) return { accepted: true, command };
    const image = await this.images.inspect(manifest, publisherId);
    if (image === null) return refuse('registry.unavailable');
    const problems = blockingProblems(image.problems);
    if (problems.length > 0) return refuse('catalogue.manifest_invalid', { problems });
    const warnings = [...details.warnings, ...image.problems];
    return { accepted: true, command: { ...command, details: { ...details, warnings, image: image.details } } };
  }
}

/** A hub without instances does not know which versions of the plugin API they will offer. */
function unsupportedApiWarnings({ registered, compatible }: InstanceCounts): readonly Problem[] {
  return registered > 0 && compatible === 0 ? [problemOf('instance', UNSUPPORTED_PLUGIN_API)] : [];
}

/** A lower version may be a correction of an older release line, so it is a warning. */
function lowerVersionWarnings(version: string, newest: string | null): readonly Problem[] {
  if (newest === null || compareVersions(version, newest) >= 0) return [];
  return [problemOf('submission', { path: '/version', code: 'version_lower', params: { newest } })];
}

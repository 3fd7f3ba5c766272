import { capabilitiesOf, sameJson, type Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import type { ListingRow, ManifestRef, Manifests } from '../../listing/listing.view.js';
import { submittedSettings } from '../change-settings/submitted-settings.js';
import { expectedVersionsOf } from '../expected-versions.js';
import { grantsOf } from '../install/manifest-terms.js';
import type { InstallationSecrets } from '../installation-secrets.js';
import type { ActiveInstallation } from '../installation.js';
import { isUpdate, type FollowVersion } from './follow-version.js';
import { mustConsent } from './must-consent.js';

/** Reads what the decision on another version needs: its manifest, and the settings of the installation in it. */
export class VersionPreparation {
  constructor(
    private readonly manifests: Pick<Manifests, 'find'>,
    private readonly secrets: InstallationSecrets,
    private readonly evaluator: Evaluator,
  ) {}

  /** `next` is null when the listing is no update of the installation. */
  async prepare(
    installation: ActiveInstallation,
    listing: ListingRow | null,
  ): Promise<Pick<FollowVersion, 'expected' | 'next'>> {
    const unchanged = { expected: expectedVersionsOf(installation), next: null };
    const { pluginId, grants } = installation;
    if (listing === null || !isUpdate(manifestRefOf(listing), grants)) return unchanged;
    const [current, next] = await Promise.all([
      this.manifests.find(pluginId, grants),
      this.manifests.find(pluginId, manifestRefOf(listing)),
    ]);
    if (current === null || next === null) return unchanged;
    return { ...unchanged, next: await this.nextVersion(installation, { current, next, listing }) };
  }

  private async nextVersion(
    { installationId, grants, settings: stored }: ActiveInstallation,
    { current, next, listing }: { readonly current: Manifest; readonly next: Manifest; readonly listing: ListingRow },
  ): Promise<NonNullable<FollowVersion['next']>> {
    const { secrets, evaluator } = this;
    const before = await secrets.storedSettings(installationId, stored);
    const completed = await submittedSettings(next, { sent: null, stored: before }, evaluator);
    const { problems } = completed;
    return {
      grants: grantsOf(next, { plan: grants.plan, manifestDigest: listing.manifest_digest }),
      capabilities: capabilitiesOf(next),
      settings: await secrets.sealSettings(installationId, completed),
      settingsChanged: !sameJson(completed.settings, before.settings),
      needsConsent: await mustConsent(current, next, { plan: grants.plan, problems, evaluator }),
    };
  }
}

export function manifestRefOf({ version, manifest_digest }: ListingRow): ManifestRef {
  return { version, manifestDigest: manifest_digest };
}

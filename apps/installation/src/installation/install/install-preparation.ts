import type { InstallRequest } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { capabilitiesOf, type Manifest, type StoredSettings } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { unavailableReason, type ContainerDriver } from '../../listing/listing-summary.js';
import type { StoreCatalogue } from '../../listing/store-catalogue.js';
import { submittedSettings } from '../change-settings/submitted-settings.js';
import type { Grants, InstallationRequest } from '../installation-facts.js';
import type { InstallationSecrets } from '../installation-secrets.js';
import { grantsOf, missingConsent, planKeysOf, planOf } from './manifest-terms.js';

interface Dependencies {
  readonly catalogue: Pick<StoreCatalogue, 'find' | 'manifestOf'>;
  readonly secrets: InstallationSecrets;
  readonly evaluator: Evaluator;
  readonly newId: (prefix: 'ins' | 'mus') => string;
  readonly now: () => Date;
  readonly apiBaseOf: (installationId: string) => string;
  readonly containerDriver: ContainerDriver;
}
type Prepared = { readonly accepted: true; readonly command: InstallationRequest };

/** Checks an installation request against the manifest, and creates the command with its ids, secrets and time. */
export class InstallPreparation {
  constructor(private readonly dependencies: Dependencies) {}

  async prepare(request: InstallRequest): Promise<Refused | Prepared> {
    const { catalogue, containerDriver, evaluator } = this.dependencies;
    const listing = await catalogue.find(request.organisation_id, request.plugin_id, request.version);
    if (listing === null) return refuse('store.plugin_not_found');
    const manifest = await catalogue.manifestOf(listing);
    const unavailable = unavailableReason(manifest, containerDriver);
    if (unavailable !== null) return refuse(unavailable);
    const missing = missingConsent(manifest, request.consent, '/consent');
    if (missing.length > 0) return refuse('installation.consent_missing', { missing });
    const sources = { sent: request.settings, stored: { settings: {}, secrets: [] } };
    const settings = await submittedSettings(manifest, sources, evaluator);
    if (settings.problems.length > 0) return refuse('installation.settings_invalid', { problems: settings.problems });
    const plan = planOf(manifest, request.plan);
    if (plan === undefined)
      return refuse('installation.plan_unknown', { plan: request.plan, plans: planKeysOf(manifest) });
    const grants = grantsOf(manifest, { plan, manifestDigest: listing.manifest_digest });
    return { accepted: true, command: await this.command(request, { manifest, grants, settings }) };
  }

  private async command(
    request: InstallRequest,
    {
      manifest,
      grants,
      settings,
    }: { readonly manifest: Manifest; readonly grants: Grants; readonly settings: StoredSettings },
  ): Promise<InstallationRequest> {
    const { secrets, newId, now, apiBaseOf } = this.dependencies;
    const installationId = newId('ins');
    const { stored } = await secrets.issueCredentials(installationId);
    return {
      installationId,
      organisationId: request.organisation_id,
      pluginId: manifest.id,
      grants,
      capabilities: capabilitiesOf(manifest),
      settings: await secrets.sealSettings(installationId, settings),
      locale: request.locale,
      machineUserId: newId('mus'),
      ...stored,
      apiBase: apiBaseOf(installationId),
      by: request.by,
      at: now().toISOString(),
    };
  }
}

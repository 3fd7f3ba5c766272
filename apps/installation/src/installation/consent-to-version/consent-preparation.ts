import type { installation, RequestOf } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { capabilitiesOf, isElsewhere, sameJson, type Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import type { Manifests } from '../../listing/listing.view.js';
import { submittedSettings } from '../change-settings/submitted-settings.js';
import { expectedVersionsOf } from '../expected-versions.js';
import { grantsOf, missingConsent, planKeysOf, planOf } from '../install/manifest-terms.js';
import type { InstallationSecrets } from '../installation-secrets.js';
import type { ExistingInstallation } from '../installation.js';
import type { ConsentToVersion } from './consent-to-version.js';

type Request = RequestOf<typeof installation.consentToVersion>;
type Prepared = { readonly accepted: true; readonly consent: Pick<ConsentToVersion, 'expected' | 'next' | 'move'> };

/** Checks an admin's consent, plan and settings against the manifest of the pending version. */
export class ConsentPreparation {
  constructor(
    private readonly manifests: Pick<Manifests, 'find'>,
    private readonly secrets: InstallationSecrets,
    private readonly evaluator: Evaluator,
  ) {}

  async prepare(request: Request, state: ExistingInstallation): Promise<Refused | Prepared> {
    const { version: wanted, consent } = request;
    const { pendingVersion, status, pluginId, installationId } = state;
    const next = pendingVersion?.version === wanted ? await this.manifests.find(pluginId, pendingVersion) : null;
    if (next === null || pendingVersion === null) {
      const version_pending = pendingVersion?.version ?? null;
      return refuse('installation.transition_invalid', { status, version_pending, version: wanted });
    }
    const missing = missingConsent(next, consent, '');
    if (missing.length > 0) return refuse('installation.consent_missing', { missing });
    const plan = planOf(next, request.plan ?? unchangedPlan(next, state.grants.plan));
    if (plan === undefined) return refuse('installation.plan_unknown', { plan: request.plan, plans: planKeysOf(next) });
    const stored = await this.secrets.storedSettings(installationId, state.settings);
    const submitted = await submittedSettings(next, { sent: request.settings ?? null, stored }, this.evaluator);
    if (submitted.problems.length > 0) return refuse('installation.settings_invalid', { problems: submitted.problems });
    const version = {
      grants: grantsOf(next, { plan, manifestDigest: pendingVersion.manifestDigest }),
      capabilities: capabilitiesOf(next),
      settings: await this.secrets.sealSettings(installationId, submitted),
      // A request that repeats the settings changes none, so the plugin hears of no change.
      settingsChanged: !sameJson(submitted.settings, stored.settings),
    };
    const current = await this.manifests.find(pluginId, state.grants);
    const move = current !== null && isElsewhere(current, next) ? await this.moveTo(version, state) : null;
    return { accepted: true, consent: { expected: expectedVersionsOf(state), next: version, move } };
  }

  private async moveTo(
    { grants, settings }: ConsentToVersion['next'],
    state: ExistingInstallation,
  ): Promise<ConsentToVersion['move']> {
    if (grants.kind === 'instance') return { credentials: null };
    const { credentials, stored } = await this.secrets.issueCredentials(state.installationId);
    const elsewhere = { ...state, grants, settings, containerUrl: null };
    const sealedInstalledCall = await this.secrets.sealInstalledCall(elsewhere, credentials, { isReconnect: true });
    return { credentials: { ...stored, sealedInstalledCall } };
  }
}

/** Returns the active plan if the new version still has it. */
function unchangedPlan(next: Manifest, plan: string | null): string | null {
  return (next.plans ?? []).some(({ key }) => key === plan) ? plan : null;
}

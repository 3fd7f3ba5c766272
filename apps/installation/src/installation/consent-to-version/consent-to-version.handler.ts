import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { capabilitiesOf, secretSettings, validateAgainst, type Manifest } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { offerKey, offerStream } from '../../offer/offer.js';
import { Manifests } from '../../offer/offer.view.js';
import { keepSecrets } from '../change-settings/keep-secrets.js';
import { BASIS_MOVED, basisOf } from '../basis.js';
import { grantsOf, missingConsent, planOf, settingsSchemaOf } from '../install/install.js';
import { InstallationWire } from '../installation-wire.handler.js';
import { installationStream, statusOf, type ExistingInstallation } from '../installation.js';
import { rowOf } from '../installation.view.js';
import { SettingsSeal } from '../settings-seal.handler.js';
import { consentToVersion, type ConsentToVersion } from './consent-to-version.js';

const MOST_TRIES = 5;
type Request = RequestOf<typeof installation.consentToVersion>;

@Controller()
export class ConsentToVersionHandler {
  constructor(
    private readonly store: EventStore,
    private readonly manifests: Manifests,
    private readonly settings: SettingsSeal,
    private readonly wire: InstallationWire,
  ) {}

  @MessagePattern(installation.consentToVersion.subject)
  async answer(request: Request, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const once = onceOf(request.once);
    const before = await this.store.answered<InstallationForAdmin>(once);
    if (before !== null) return before;
    const ref = streamRef(installationStream, request.installation_id);
    for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
      const { state } = await this.store.load(ref);
      if (state.phase === 'absent' || state.organisationId !== request.organisation_id)
        return no('installation.not_found');
      const prepared = await this.prepare(request, state);
      if (!('accepted' in prepared)) {
        const outcome = await this.store.run({
          name: 'ConsentToVersion',
          streams: { installation: ref, offer: streamRef(offerStream, offerKey(state.pluginId, request.version)) },
          decide: (states) => {
            if (states.offer.status !== 'offered') return refuse('store.plugin_not_found');
            return under(
              'installation',
              mapReply(consentToVersion(prepared, states.installation), (changed) =>
                this.wire.forAdmin(rowOf(changed)),
              ),
            );
          },
          once,
          meta: metaOf(context),
        });
        if (outcome.accepted || outcome.refusal.code !== BASIS_MOVED) return outcome;
      } else {
        return prepared;
      }
    }
    throw new StoreBusy(`installation ${request.installation_id} changes faster than its admin can agree`);
  }

  /** Checks consent, plan and settings against the manifest of the version that waits. */
  private async prepare(request: Request, state: ExistingInstallation): Promise<ConsentToVersion | Outcome<never>> {
    const next =
      state.pending?.version === request.version ? await this.manifests.of(state.pluginId, request.version) : null;
    if (next === null)
      return no('installation.transition_invalid', {
        status: statusOf(state),
        version_pending: state.pending?.version ?? null,
        version: request.version,
      });
    const missing = missingConsent(next, request.consent);
    if (missing.length > 0) return no('installation.consent_missing', { missing });
    const plan = planOf(next, request.plan ?? keptPlan(next, state.grants.plan));
    if (plan === undefined)
      return no('installation.plan_unknown', { plan: request.plan, plans: (next.plans ?? []).map(({ key }) => key) });
    const before = await this.settings.open(state.installationId, state.settings);
    const settings = request.settings === null ? before : keepSecrets(request.settings, before, secretSettings(next));
    const problems = validateAgainst(settingsSchemaOf(next), settings, '/settings');
    if (problems.length > 0) return no('installation.settings_invalid', { problems });
    return {
      basis: basisOf(state),
      next: {
        grants: grantsOf(next, plan),
        capabilities: capabilitiesOf(next),
        settings: await this.settings.close(state.installationId, next, settings),
        settingsChanged: request.settings !== null,
      },
      by: request.by,
      at: now().toISOString(),
    };
  }
}

/** The active plan goes on where the new version still has it. */
function keptPlan(next: Manifest, plan: string | null): string | null {
  return (next.plans ?? []).some(({ key }) => key === plan) ? plan : null;
}

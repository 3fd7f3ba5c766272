/** What an admin does to an installation that runs. One of another organisation is answered like one that is not there. */
import { answer, metaOf, no, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, under, type Decision, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { validateAgainst } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../offer/offer.view.js';
import { changePlan, changeSettings, pauseInstallation, resumeInstallation } from './change-installation.js';
import { InstallationWire } from './installation-wire.handler.js';
import { installationStream, type ExistingInstallation, type Installation, type InstallationFact } from './installation.js';
import { rowOf } from './installation.view.js';
import { SettingsSeal } from './settings-seal.handler.js';

interface Target {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly by: string;
}

@Controller()
export class ChangeInstallationHandler {
  constructor(
    private readonly store: EventStore,
    private readonly manifests: Manifests,
    private readonly settings: SettingsSeal,
    private readonly wire: InstallationWire,
  ) {}

  @MessagePattern(installation.pauseInstallation.subject)
  async pause(request: Target, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const command = { by: request.by, at: now().toISOString() };
    return await this.run('PauseInstallation', request, context, (state) => pauseInstallation(command, state));
  }

  @MessagePattern(installation.resumeInstallation.subject)
  async resume(request: Target, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const command = { by: request.by, at: now().toISOString() };
    return await this.run('ResumeInstallation', request, context, (state) => resumeInstallation(command, state));
  }

  @MessagePattern(installation.changeSettings.subject)
  async changeSettings(request: RequestOf<typeof installation.changeSettings>, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const manifest = await this.manifestOf(request);
    if (manifest === null) return no('installation.not_found');
    const problems = validateAgainst(manifest.settings ?? { type: 'object', additionalProperties: false }, request.settings, '/settings');
    if (problems.length > 0) return no('installation.settings_invalid', { problems });
    const settings = await this.settings.close(request.installation_id, manifest, request.settings);
    const command = { settings, by: request.by, at: now().toISOString() };
    return await this.run('ChangeSettings', request, context, (state) => changeSettings(command, state));
  }

  @MessagePattern(installation.changePlan.subject)
  async changePlan(request: RequestOf<typeof installation.changePlan>, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const manifest = await this.manifestOf(request);
    if (manifest === null) return no('installation.not_found');
    const plans = (manifest.plans ?? []).map(({ key }) => key);
    if (!plans.includes(request.plan)) return no('installation.plan_unknown', { plan: request.plan, plans });
    const command = { plan: request.plan, by: request.by, at: now().toISOString() };
    return await this.run('ChangePlan', request, context, (state) => changePlan(command, state));
  }

  private async manifestOf({ organisation_id, installation_id }: Target) {
    const { state } = await this.store.load(streamRef(installationStream, installation_id));
    if (state.phase === 'absent' || state.organisationId !== organisation_id) return null;
    return await this.manifests.of(state.pluginId, state.grants.version);
  }

  private async run(name: string, target: Target, context: RequestContext, decide: (state: Installation) => Decision<InstallationFact[], ExistingInstallation>) {
    const outcome = await this.store.run({
      name,
      streams: { installation: streamRef(installationStream, target.installation_id) },
      decide: (states) => under('installation', within(target.organisation_id, states.installation, decide)),
      meta: metaOf(context),
    });
    return outcome.accepted ? answer(await this.wire.forAdmin(rowOf(outcome.reply))) : outcome;
  }
}

/** Decides only over an installation of this organisation. */
export function within<Facts, Reply>(organisationId: string, state: Installation, decide: (state: Installation) => Decision<Facts, Reply>): Decision<Facts, Reply> {
  return state.phase !== 'absent' && state.organisationId !== organisationId ? refuse('installation.not_found') : decide(state);
}

/** What an admin does to an installation that runs. One of another organisation is answered like one that is not there. */
import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type Once, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, under, type Decision, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { secretSettings, validateAgainst } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../offer/offer.view.js';
import { keepSecrets } from './change-settings/keep-secrets.js';
import { changePlan, changeSettings, pauseInstallation, resumeInstallation } from './change-installation.js';
import { settingsSchemaOf } from './install/install.js';
import { InstallationWire } from './installation-wire.handler.js';
import { installationStream, type ExistingInstallation, type Installation, type InstallationFact } from './installation.js';
import { rowOf } from './installation.view.js';
import { SettingsSeal } from './settings-seal.handler.js';

interface Target {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly by: string;
  readonly once?: Once;
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
    const before = await this.store.answered<InstallationForAdmin>(onceOf(request.once));
    if (before !== null) return before;
    const found = await this.find(request);
    if (found === null) return no('installation.not_found');
    const { manifest, state } = found;
    const kept = keepSecrets(request.settings, await this.settings.open(state.installationId, state.settings), secretSettings(manifest));
    const problems = validateAgainst(settingsSchemaOf(manifest), kept, '/settings');
    if (problems.length > 0) return no('installation.settings_invalid', { problems });
    const settings = await this.settings.close(request.installation_id, manifest, kept);
    const command = { settings, by: request.by, at: now().toISOString() };
    return await this.run('ChangeSettings', request, context, (state) => changeSettings(command, state));
  }

  @MessagePattern(installation.changePlan.subject)
  async changePlan(request: RequestOf<typeof installation.changePlan>, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const before = await this.store.answered<InstallationForAdmin>(onceOf(request.once));
    if (before !== null) return before;
    const found = await this.find(request);
    if (found === null) return no('installation.not_found');
    const plans = (found.manifest.plans ?? []).map(({ key }) => key);
    if (!plans.includes(request.plan)) return no('installation.plan_unknown', { plan: request.plan, plans });
    const command = { plan: request.plan, by: request.by, at: now().toISOString() };
    return await this.run('ChangePlan', request, context, (state) => changePlan(command, state));
  }

  /** The installation with the manifest of the version that it runs; null where it is absent or foreign. */
  private async find({ organisation_id, installation_id }: Target) {
    const { state } = await this.store.load(streamRef(installationStream, installation_id));
    if (state.phase === 'absent' || state.organisationId !== organisation_id) return null;
    const manifest = await this.manifests.of(state.pluginId, state.grants.version);
    return manifest === null ? null : { state, manifest };
  }

  private async run(name: string, target: Target, context: RequestContext, decide: (state: Installation) => Decision<InstallationFact[], ExistingInstallation>) {
    return await this.store.run({
      name,
      streams: { installation: streamRef(installationStream, target.installation_id) },
      decide: (states) =>
        under('installation', mapReply(within(target.organisation_id, states.installation, decide), (changed) => this.wire.forAdmin(rowOf(changed)))),
      once: onceOf(target.once),
      meta: metaOf(context),
    });
  }
}

/** Decides only over an installation of this organisation. */
export function within<Facts, Reply>(organisationId: string, state: Installation, decide: (state: Installation) => Decision<Facts, Reply>): Decision<Facts, Reply> {
  return state.phase !== 'absent' && state.organisationId !== organisationId ? refuse('installation.not_found') : decide(state);
}

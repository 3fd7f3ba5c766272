/** What an admin does to an installation that runs. One of another organisation is answered like one that is not there. */
import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type Once, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, under, type Decision, type Outcome } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { secretSettings, validateAgainst, type Manifest } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../offer/offer.view.js';
import { BASIS_MOVED, basisOf, upon } from './basis.js';
import { keepSecrets } from './change-settings/keep-secrets.js';
import {
  changePlan,
  changeSettings,
  pauseInstallation,
  resumeInstallation,
  type Changed,
} from './change-installation.js';
import { settingsSchemaOf } from './install/install.js';
import { InstallationWire } from './installation-wire.handler.js';
import {
  installationStream,
  type ExistingInstallation,
  type Installation,
  type InstallationFact,
} from './installation.js';
import { rowOf } from './installation.view.js';
import { SettingsSeal } from './settings-seal.handler.js';

/** How often a change is prepared anew because another one came first: of so many admins at once each is heard. */
const MOST_TRIES = 20;

/** The installation with the manifest of the version that it runs. */
interface Found {
  readonly state: ExistingInstallation;
  readonly manifest: Manifest;
}
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
  async changeSettings(
    request: RequestOf<typeof installation.changeSettings>,
    context: RequestContext,
  ): Promise<Outcome<InstallationForAdmin>> {
    return await this.prepared('ChangeSettings', request, context, async ({ manifest, state }) => {
      const kept = keepSecrets(
        request.settings,
        await this.settings.open(state.installationId, state.settings),
        secretSettings(manifest),
      );
      const problems = validateAgainst(settingsSchemaOf(manifest), kept, '/settings');
      if (problems.length > 0) return no('installation.settings_invalid', { problems });
      const command = {
        settings: await this.settings.close(state.installationId, manifest, kept),
        by: request.by,
        at: now().toISOString(),
      };
      return (installation) => changeSettings(command, installation);
    });
  }

  @MessagePattern(installation.changePlan.subject)
  async changePlan(
    request: RequestOf<typeof installation.changePlan>,
    context: RequestContext,
  ): Promise<Outcome<InstallationForAdmin>> {
    return await this.prepared('ChangePlan', request, context, async ({ manifest }) => {
      const plans = (manifest.plans ?? []).map(({ key }) => key);
      if (!plans.includes(request.plan)) return no('installation.plan_unknown', { plan: request.plan, plans });
      const command = { plan: request.plan, by: request.by, at: now().toISOString() };
      return (installation) => changePlan(command, installation);
    });
  }

  /**
   * Runs what has to be prepared from the installation as it stands, and prepares it anew where that has moved before it
   * was decided: settings that were sealed from older ones would bring back a secret that another admin has replaced.
   */
  private async prepared(
    name: string,
    target: Target,
    context: RequestContext,
    prepare: (found: Found) => Promise<((installation: Installation) => Changed) | Outcome<never>>,
  ) {
    const before = await this.store.answered<InstallationForAdmin>(onceOf(target.once));
    if (before !== null) return before;
    for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
      const found = await this.find(target);
      if (found === null) return no('installation.not_found');
      const decide = await prepare(found);
      if (typeof decide !== 'function') return decide;
      const basis = basisOf(found.state);
      const outcome = await this.run(name, target, context, (installation) => upon(basis, installation, decide));
      if (outcome.accepted || outcome.refusal.code !== BASIS_MOVED) return outcome;
    }
    throw new StoreBusy(`installation ${target.installation_id} changes faster than its admin can change it`);
  }

  /** Null where it is absent or foreign. */
  private async find({ organisation_id, installation_id }: Target): Promise<Found | null> {
    const { state } = await this.store.load(streamRef(installationStream, installation_id));
    if (state.phase === 'absent' || state.organisationId !== organisation_id) return null;
    const manifest = await this.manifests.of(state.pluginId, state.grants.version);
    return manifest === null ? null : { state, manifest };
  }

  private async run(
    name: string,
    target: Target,
    context: RequestContext,
    decide: (state: Installation) => Decision<InstallationFact[], ExistingInstallation>,
  ) {
    return await this.store.run({
      name,
      streams: { installation: streamRef(installationStream, target.installation_id) },
      decide: (states) =>
        under(
          'installation',
          mapReply(within(target.organisation_id, states.installation, decide), (changed) =>
            this.wire.forAdmin(rowOf(changed)),
          ),
        ),
      once: onceOf(target.once),
      meta: metaOf(context),
    });
  }
}

/** Decides only over an installation of this organisation. */
export function within<Facts, Reply>(
  organisationId: string,
  state: Installation,
  decide: (state: Installation) => Decision<Facts, Reply>,
): Decision<Facts, Reply> {
  return state.phase !== 'absent' && state.organisationId !== organisationId
    ? refuse('installation.not_found')
    : decide(state);
}

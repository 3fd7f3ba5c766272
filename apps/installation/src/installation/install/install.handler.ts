import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { installation, sealedFor, type InstallationForAdmin, type InstallRequest } from '@kushk/contracts';
import { hashCredential, last4, newCredential, seal } from '@kushk/credentials';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { capabilitiesOf, validateAgainst, type Manifest } from '@kushk/manifest';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../../offer/offer.view.js';
import { offerKey, offerStream } from '../../offer/offer.js';
import { Store } from '../../offer/store.handler.js';
import { InstallationWire } from '../installation-wire.handler.js';
import { installationStream } from '../installation.js';
import { rowOf } from '../installation.view.js';
import { SettingsSeal } from '../settings-seal.handler.js';
import { slotKey, slotStream } from '../slot.js';
import { grantsOf, install, missingConsent, planOf, settingsSchemaOf, type Install } from './install.js';

@Controller()
export class InstallHandler {
  constructor(
    private readonly events: EventStore,
    private readonly store: Store,
    private readonly manifests: Manifests,
    private readonly settings: SettingsSeal,
    private readonly wire: InstallationWire,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.install.subject)
  async answer(request: InstallRequest, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const once = onceOf(request.once);
    const before = await this.events.answered<InstallationForAdmin>(once);
    if (before !== null) return before;
    const offer = await this.store.find(request.plugin_id, request.version);
    const manifest = offer === null ? null : await this.manifests.of(offer.plugin_id, offer.version);
    if (manifest === null) return no('store.plugin_not_found');
    const missing = missingConsent(manifest, request.consent);
    if (missing.length > 0) return no('installation.consent_missing', { missing });
    const problems = validateAgainst(settingsSchemaOf(manifest), request.settings, '/settings');
    if (problems.length > 0) return no('installation.settings_invalid', { problems });
    const plan = planOf(manifest, request.plan);
    if (plan === undefined)
      return no('installation.plan_unknown', {
        plan: request.plan,
        plans: (manifest.plans ?? []).map(({ key }) => key),
      });

    const command = await this.prepare(request, manifest, plan);
    return await this.events.run({
      name: 'Install',
      streams: {
        slot: streamRef(slotStream, slotKey(request.organisation_id, request.plugin_id)),
        installation: streamRef(installationStream, command.installationId),
        offer: streamRef(offerStream, offerKey(manifest.id, manifest.version)),
      },
      decide: (states) => mapReply(install(command, states), (installed) => this.wire.forAdmin(rowOf(installed))),
      once,
      meta: metaOf(context),
    });
  }

  /** Everything uncertain is made here: ids, secrets, the time. */
  private async prepare(request: InstallRequest, manifest: Manifest, plan: string | null): Promise<Install> {
    const installationId = newId('ins');
    const token = newCredential('ki');
    const { sealingKeys, pepper } = this.config;
    return {
      installationId,
      organisationId: request.organisation_id,
      pluginId: manifest.id,
      grants: grantsOf(manifest, plan),
      capabilities: capabilitiesOf(manifest),
      settings: await this.settings.close(installationId, manifest, request.settings),
      locale: request.locale,
      machineUserId: newId('mus'),
      tokenHash: hashCredential(pepper, token),
      tokenLast4: last4(token),
      sealedToken: await seal(sealingKeys, { token }, `token:${installationId}`),
      sealedSigningSecret: await seal(
        sealingKeys,
        { secret: newCredential('ks') },
        sealedFor.signingSecret(installationId),
      ),
      apiBase: this.wire.apiBase(installationId),
      by: request.by,
      at: now().toISOString(),
    };
  }
}

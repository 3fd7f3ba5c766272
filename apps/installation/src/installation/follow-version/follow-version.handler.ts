import { refuse, streamRef, under } from '@kushk/decider';
import { EventStore, StoreBusy, type FactMeta } from '@kushk/event-store';
import { capabilitiesOf, type Manifest } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { Manifests } from '../../offer/offer.view.js';
import { offerKey, offerStream } from '../../offer/offer.js';
import { Store } from '../../offer/store.handler.js';
import { grantsOf } from '../install/install.js';
import { installationStream, type ExistingInstallation } from '../installation.js';
import { Installations } from '../installation.view.js';
import { SettingsSeal } from '../settings-seal.handler.js';
import { BASIS_MOVED, basisOf } from '../basis.js';
import { followVersion, needsConsent, type FollowVersion } from './follow-version.js';

/** How often a move is prepared anew because the installation or the store has changed meanwhile. */
const MOST_TRIES = 5;

/** Brings the installations of a plugin to its newest version, after the store has changed. */
@Injectable()
export class FollowVersionHandler {
  constructor(
    private readonly events: EventStore,
    private readonly store: Store,
    private readonly manifests: Manifests,
    private readonly installations: Installations,
    private readonly settings: SettingsSeal,
  ) {}

  /** All that stand, in every organisation. Doing it again changes nothing. */
  async followAll(pluginId: string, meta: FactMeta): Promise<void> {
    const rows = await this.installations.ofPlugin(pluginId);
    await Promise.all(rows.map(({ stream_id }) => this.follow(pluginId, stream_id, meta)));
  }

  private async follow(pluginId: string, installationId: string, meta: FactMeta): Promise<void> {
    const ref = streamRef(installationStream, installationId);
    for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
      const [{ state }, offer] = await Promise.all([this.events.load(ref), this.store.find(pluginId, null)]);
      if (state.phase === 'absent' || state.phase === 'removed') return;
      const next = offer === null ? null : await this.manifests.of(pluginId, offer.version);
      const command = await this.prepare(state, next);
      const outcome = await this.events.run({
        name: 'FollowVersion',
        streams: {
          installation: ref,
          offer: streamRef(offerStream, offerKey(pluginId, next?.version ?? state.grants.version)),
        },
        decide: (states) =>
          next !== null && states.offer.status !== 'offered'
            ? refuse(BASIS_MOVED)
            : under('installation', followVersion(command, states.installation)),
        meta,
      });
      if (outcome.accepted || outcome.refusal.code !== BASIS_MOVED) return;
    }
    throw new StoreBusy(`installation ${installationId} changes faster than it can follow its plugin`);
  }

  private async prepare(state: ExistingInstallation, next: Manifest | null): Promise<FollowVersion> {
    const [basis, at] = [basisOf(state), now().toISOString()];
    const current = await this.manifests.of(state.pluginId, state.grants.version);
    if (next === null || current === null || next.version === current.version) return { basis, next: null, at };
    const settings = await this.settings.open(state.installationId, state.settings);
    const { plan } = state.grants;
    return {
      basis,
      at,
      next: {
        grants: grantsOf(next, plan),
        capabilities: capabilitiesOf(next),
        settings: await this.settings.close(state.installationId, next, settings),
        needsConsent: needsConsent(current, next, { plan, settings }),
      },
    };
  }
}

import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import type { Once, ReleaseResource } from '@kushk/contracts';
import { accept, fold, streamRef, type Decision, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { pluginStream } from '../plugin/plugin.js';
import { StatusSigner } from '../signing/status-signer.handler.js';
import { AnswerRelease } from './get-release/answer-release.handler.js';
import { ReleaseWatch } from './get-release/release-watch.handler.js';
import { releaseNotFound, type ReleaseOfPlugin, type StatusChange } from './move-release.js';
import type { FactsOfChange } from './publish-release/publish-release.js';
import { releaseKey, releaseStream } from './release.js';
import { releaseResource, releaseRow } from './release-resource.js';
import { Releases } from './releases.view.js';

export interface NamedChange {
  /** For logs and metrics: `SuspendRelease`. */
  readonly name: string;
  readonly pluginId: string;
  readonly version: string;
  readonly by: string;
  readonly once?: Once | undefined;
  /** Whose words the answer is in; null for staff. */
  readonly publisherId?: string | null;
  readonly decide: (change: StatusChange, states: ReleaseOfPlugin) => Decision<FactsOfChange, null>;
}

/** What publish, suspend, resume and withdraw share: gather, decide over release and plugin, answer the release. */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly store: EventStore,
    private readonly releases: Releases,
    private readonly answers: AnswerRelease,
    private readonly signer: StatusSigner,
    private readonly watch: ReleaseWatch,
  ) {}

  async run(
    { name, pluginId, version, by, once, publisherId = null, decide }: NamedChange,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const found = await this.answers.find({ publisherId: null, pluginId, version });
    if (found === null) return releaseNotFound(pluginId, version);
    const { submission } = found;
    const manifest = await this.releases.manifestOf(pluginId, version);
    // Nobody follows the new word yet.
    const fleet = { ...(await this.answers.fleetOf(submission, publisherId)), accepted: 0 };
    const change: StatusChange = { pluginId, version, by, at: now().toISOString(), manifest, sign: this.signer.sign };
    const outcome = await this.store.run({
      name,
      streams: {
        release: streamRef(releaseStream, releaseKey(pluginId, version)),
        plugin: streamRef(pluginStream, pluginId),
      },
      // The answer is made of the decision's own facts, so that it can be stored with them for an idempotent replay.
      decide: (states) => {
        const decision = decide(change, states);
        if (!decision.accepted) return decision;
        const release = fold(releaseStream, decision.facts.release, states.release);
        if (release.status === 'absent') throw new Error('a release that has changed is there');
        return accept(decision.facts, releaseResource(submission, releaseRow(release), fleet));
      },
      once: onceOf(once),
      meta: metaOf(context),
    });
    if (outcome.accepted) this.watch.changed(pluginId, version);
    return outcome;
  }
}

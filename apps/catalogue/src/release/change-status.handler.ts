import { metaOf, type RequestContext } from '@kushk/broker';
import type { ReleaseResource } from '@kushk/contracts';
import { streamRef, type Decision, type Outcome } from '@kushk/decider';
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
import { Releases } from './releases.view.js';

export interface NamedChange {
  /** For logs and metrics: `SuspendRelease`. */
  readonly name: string;
  readonly pluginId: string;
  readonly version: string;
  readonly by: string;
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

  async run({ name, pluginId, version, by, decide }: NamedChange, context: RequestContext): Promise<Outcome<ReleaseResource>> {
    const manifest = await this.releases.manifestOf(pluginId, version);
    if (manifest === null) return releaseNotFound(pluginId, version);
    const change: StatusChange = { pluginId, version, by, at: now().toISOString(), manifest, sign: this.signer.sign };
    const outcome = await this.store.run({
      name,
      streams: { release: streamRef(releaseStream, releaseKey(pluginId, version)), plugin: streamRef(pluginStream, pluginId) },
      decide: (states) => decide(change, states),
      meta: metaOf(context),
    });
    if (outcome.accepted) this.watch.changed(pluginId, version);
    return outcome.accepted ? await this.answers.answer({ publisherId: null, pluginId, version }) : outcome;
  }
}

import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { streamRef, type Decision } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log, Signals } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { pluginStream } from '../plugin/plugin.js';
import type { ReleaseOfPlugin } from './move-release.js';
import type { FactsOfChange } from './publish-release/publish-release.js';
import { releaseKey, releaseStream } from './release.js';

/** All words of the desk are one reaction: its facts on one release come in the order in which they happened. */
export const deskReaction = 'on-review';

export interface WordOfDesk {
  /** For logs and metrics: `StartReview`. */
  readonly name: string;
  readonly pluginId: string;
  readonly version: string;
  readonly decide: (states: ReleaseOfPlugin) => Decision<Partial<FactsOfChange>, string>;
}

/** Takes in what the reviewers' desk has said about a release, once, and wakes those who wait for it. */
@Injectable()
export class FollowDesk {
  constructor(
    private readonly store: EventStore,
    private readonly signals: Signals,
  ) {}

  /** Throws where the word must wait for its predecessor: the broker delivers it again. */
  async run({ name, pluginId, version, decide }: WordOfDesk, context: FactContext): Promise<void> {
    const key = releaseKey(pluginId, version);
    const outcome = await this.store.run({
      name,
      streams: { release: streamRef(releaseStream, key), plugin: streamRef(pluginStream, pluginId) },
      decide,
      once: onceFor(deskReaction, context),
      meta: causedBy(context),
    });
    if (!outcome.accepted)
      throw new Error(
        `${name} of ${key} cannot be taken in yet: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`,
      );
    log.info(
      { command: name, plugin_id: pluginId, version, outcome: outcome.reply, replayed: outcome.replayed },
      'desk followed',
    );
    this.signals.raise(key);
  }
}

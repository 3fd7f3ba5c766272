import { causedBy, metaOf, onceFor, onceOf, type FactContext, type RequestContext } from '@kushk/broker';
import type { Once } from '@kushk/contracts';
import { streamRef, under, type Decision, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log, Signals } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { reviewKey, reviewStream, type Review, type ReviewFact } from './review.js';

/** All words of the catalogue are one reaction: its facts on one release come in the order in which they happened. */
export const catalogueReaction = 'on-release';

/** So long a step waits for a release that the catalogue knows and that is still on its way here. */
const arrivalWithinMs = 2_000;

interface Step<Reply> {
  /** For logs and metrics: `TakeReview`. */
  readonly name: string;
  readonly pluginId: string;
  readonly version: string;
  /** The caller's idempotency key: a repeat gets the first answer. */
  readonly once?: Once | undefined;
  readonly decide: (review: Review) => Decision<readonly ReviewFact[], Reply>;
}

/** Runs what reviewers ask and what the catalogue says over the stream of one review. */
@Injectable()
export class Desk {
  constructor(
    private readonly store: EventStore,
    private readonly signals: Signals,
  ) {}

  /** A reviewer's step, once the release has arrived. */
  async step<Reply>(
    { name, pluginId, version, once, decide }: Step<Reply>,
    context: RequestContext,
  ): Promise<Outcome<Reply>> {
    const key = reviewKey(pluginId, version);
    const ref = streamRef(reviewStream, key);
    await this.signals.until(
      key,
      async () => ((await this.store.load(ref)).state.status === 'absent' ? null : true),
      arrivalWithinMs,
    );
    return await this.store.run({
      name,
      streams: { review: ref },
      decide: (states) => under('review', decide(states.review)),
      once: onceOf(once),
      meta: metaOf(context),
    });
  }

  /** What the catalogue says, once. Throws where the word must wait for its predecessor: the broker delivers it again. */
  async takeIn({ name, pluginId, version, decide }: Step<string>, context: FactContext): Promise<void> {
    const key = reviewKey(pluginId, version);
    const outcome = await this.store.run({
      name,
      streams: { review: streamRef(reviewStream, key) },
      decide: (states) => under('review', decide(states.review)),
      once: onceFor(catalogueReaction, context),
      meta: causedBy(context),
    });
    if (!outcome.accepted) throw new Error(`${name} of ${key} cannot be taken in yet: ${outcome.refusal.code}`);
    log.info(
      { command: name, plugin_id: pluginId, version, outcome: outcome.reply, replayed: outcome.replayed },
      'catalogue followed',
    );
    this.signals.raise(key);
  }
}

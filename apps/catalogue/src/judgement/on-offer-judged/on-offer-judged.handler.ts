import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReleaseWatch } from '../../release/get-release/release-watch.handler.js';
import { releaseKey, releaseStream } from '../../release/release.js';
import { judgementKey, judgementStream } from '../judgement.js';
import { noteJudgement } from './note-judgement.js';

const reaction = 'on-offer-judged';

/**
 * What the instances make of releases. It comes as a fact out of each instance's own stream and not as a command of the
 * instance: a fact waits while the hub, the link or the instance is away, keeps its order, and the hub needs to open
 * nothing. Who says it is read from the subject, so no instance can speak for another.
 */
@Controller()
export class OnOfferJudgedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly watch: ReleaseWatch,
  ) {}

  @EventPattern<string>(installationFacts.offerJudged.subject, { reaction, from: 'fleet' })
  async react(data: DataOf<typeof installationFacts.offerJudged>, context: FactContext): Promise<void> {
    const key = releaseKey(data.plugin_id, data.version);
    const { sequence, accepted, problems } = data;
    const command = {
      instanceId: context.scope,
      releaseKey: key,
      sequence,
      accepted,
      problems,
      at: now().toISOString(),
    };
    const outcome = await this.store.run({
      name: 'NoteJudgement',
      streams: {
        judgement: streamRef(judgementStream, judgementKey(context.scope, key)),
        release: streamRef(releaseStream, key),
      },
      decide: (states) => noteJudgement(command, states),
      // Event ids are each instance's own: one that repeats another's must not silence it.
      once: onceFor(reaction, context, context.scope),
      meta: causedBy(context),
    });
    if (outcome.accepted && outcome.reply.noted) this.watch.changed(data.plugin_id, data.version);
  }
}

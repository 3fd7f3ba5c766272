import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReleaseChanges } from '../../release/release-changes.js';
import { releaseKey, releaseStream } from '../../release/release.js';
import { evaluationKey, evaluationStream } from '../evaluation.js';
import { recordEvaluation } from './record-evaluation.js';

const reaction = 'on-instance-report';

/**
 * Records how instances evaluate releases. Each instance publishes this fact in its own stream instead of sending a
 * command: the fact waits in the stream while the hub or the link is down, facts keep their order, and the hub needs
 * no endpoint for instances. The instance id comes from the NATS subject, so no instance can report for another.
 */
@Controller()
export class OnListingEvaluatedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly changes: ReleaseChanges,
  ) {}

  @EventPattern<string>(installationFacts.listingEvaluated.subject, { reaction, from: 'fleet' })
  async react(data: DataOf<typeof installationFacts.listingEvaluated>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version, sequence, accepted, problems } = data;
    const key = releaseKey(pluginId, version);
    const instanceId = context.scope;
    const command = { instanceId, releaseKey: key, sequence, accepted, problems, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RecordEvaluation',
      streams: {
        evaluation: streamRef(evaluationStream, evaluationKey(instanceId, key)),
        release: streamRef(releaseStream, key),
      },
      decide: (states) => recordEvaluation(command, states),
      // Each instance chooses its own event ids. Reusing the event id of another instance must not suppress the other
      // instance's evaluation.
      idempotency: idempotencyFor(reaction, context, instanceId),
      meta: causedBy(context),
    });
    if (outcome.accepted && outcome.reply.recorded) this.changes.notify(pluginId, version);
  }
}

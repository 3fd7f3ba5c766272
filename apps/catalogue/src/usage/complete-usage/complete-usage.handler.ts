import { metaOf, type RequestContext } from '@kushk/broker';
import { catalogueUsage, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { forStream, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { usageStream } from '../usage-report.js';
import { usageKey } from '../usage-target.js';
import { completeUsage } from './complete-usage.js';

@Controller()
export class CompleteUsageHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogueUsage.completeUsage.subject)
  async handle(
    request: RequestOf<typeof catalogueUsage.completeUsage>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof catalogueUsage.completeUsage>>> {
    const { publisher_id, month, instance_id, as_of, closed, reported, known_before, regressed } = request;
    const arrivedAt = now().toISOString();
    const command = {
      publisherId: publisher_id,
      month,
      instanceId: instance_id,
      asOf: as_of < arrivedAt ? as_of : arrivedAt,
      closed,
      reported,
      knownBefore: known_before,
      regressed,
    };
    const outcome = await this.store.run({
      name: 'CompleteUsage',
      streams: { usage: streamRef(usageStream, usageKey(command)) },
      decide: ({ usage }) => forStream('usage', completeUsage(command, usage)),
      meta: metaOf(context),
    });
    if (outcome.accepted && !outcome.reply.accepted)
      log.error(
        { publisher_id, month, instance_id, reported, known_before, regressed: regressed.length },
        'usage report refused: lower counters than before, instance restored from a backup',
      );
    return outcome;
  }
}

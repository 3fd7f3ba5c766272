import { metaOf, respond, type RequestContext } from '@kushk/broker';
import { catalogueUsage, type InstanceUsageItem, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { accept, streamRef, type Outcome, type StreamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import {
  installationUsageStream,
  type InstallationUsage,
  type InstallationUsageReported,
} from '../installation-usage.js';
import { installationUsageKey, type UsageTarget } from '../usage-target.js';
import { recordUsage } from './record-usage.js';

type Request = RequestOf<typeof catalogueUsage.recordUsage>;
type Regressed = { readonly regressed: readonly string[] };

/** One command changes at most this many installations, so that a page does not lock too many streams at once. */
const INSTALLATIONS_PER_COMMAND = 50;

/** Stores one page of an instance's report, so that the figures remain available when the instance is unreachable. */
@Controller()
export class RecordUsageHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogueUsage.recordUsage.subject)
  async handle(
    { publisher_id: publisherId, month, instance_id: instanceId, as_of, items }: Request,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof catalogueUsage.recordUsage>>> {
    const arrivedAt = now().toISOString();
    // The report time is limited to the arrival time. Otherwise, after a fast clock is corrected, new reports would
    // look older than the stored ones.
    const report = { publisherId, month, instanceId, asOf: as_of < arrivedAt ? as_of : arrivedAt };
    const commands: Promise<Outcome<Regressed>>[] = [];
    for (let start = 0; start < items.length; start += INSTALLATIONS_PER_COMMAND)
      commands.push(this.record(report, items.slice(start, start + INSTALLATIONS_PER_COMMAND), context));
    const regressed: string[] = [];
    for (const outcome of await Promise.all(commands)) {
      if (!outcome.accepted) return outcome;
      regressed.push(...outcome.reply.regressed);
    }
    return respond({ regressed });
  }

  private async record(
    { asOf, ...target }: UsageTarget & { readonly asOf: string },
    items: readonly InstanceUsageItem[],
    context: RequestContext,
  ): Promise<Outcome<Regressed>> {
    const streams: Record<string, StreamRef<InstallationUsage, InstallationUsageReported>> = {};
    for (const { alias } of items)
      streams[alias] = streamRef(installationUsageStream, installationUsageKey(target, alias));
    return await this.store.run({
      name: 'RecordUsage',
      streams,
      decide: (states) => {
        const facts: Record<string, readonly InstallationUsageReported[]> = {};
        const regressed: string[] = [];
        for (const item of items) {
          const decision = recordUsage({ ...target, item, asOf }, states[item.alias]!);
          facts[item.alias] = decision.facts;
          if (decision.reply.regressed) regressed.push(item.alias);
        }
        return accept(facts, { regressed });
      },
      meta: metaOf(context),
    });
  }
}

import { type Run, commandHandler, respond } from '@kushk/broker';
import { catalogueUsage, type InstanceUsageItem } from '@kushk/contracts';
import { accept, streamRef, type Outcome, type StreamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import {
  installationUsageStream,
  type InstallationUsage,
  type InstallationUsageReported,
} from '../installation-usage.js';
import { InstallationUsages } from '../installation-usage.view.js';
import { installationUsageKey, type UsageTarget } from '../usage-target.js';
import { recordUsage } from './record-usage.js';

type Regressed = { readonly regressed: readonly string[] };

/** One command changes at most this many installations, so that a page does not lock too many streams at once. */
const INSTALLATIONS_PER_COMMAND = 50;

/**
 * Stores one page of an instance's report, so that the figures remain available when the instance is unreachable. An
 * alias that another instance has reported counts as a regression: a publisher would add the usage of both to it.
 */
const options = { usages: InstallationUsages };
export const RecordUsageHandler = commandHandler(
  catalogueUsage.recordUsage,
  options,
  async (request, { usages }, { run }) => {
    const { publisher_id: publisherId, month, instance_id: instanceId, as_of } = request;
    const foreign = await usages.aliasesOfOthers(
      request.items.map(({ alias }) => alias),
      instanceId,
    );
    const items = request.items.filter(({ alias }) => !foreign.includes(alias));
    const arrivedAt = now().toISOString();
    // The report time is limited to the arrival time. Otherwise, after a fast clock is corrected, new reports would
    // look older than the stored ones.
    const report = { publisherId, month, instanceId, asOf: as_of < arrivedAt ? as_of : arrivedAt };
    const commands: Promise<Outcome<Regressed>>[] = [];
    for (let start = 0; start < items.length; start += INSTALLATIONS_PER_COMMAND)
      commands.push(record(run, report, items.slice(start, start + INSTALLATIONS_PER_COMMAND)));
    const regressed = [...foreign];
    for (const outcome of await Promise.all(commands)) {
      if (!outcome.accepted) return outcome;
      regressed.push(...outcome.reply.regressed);
    }
    return respond({ regressed });
  },
);

function record(
  run: Run,
  report: UsageTarget & { readonly asOf: string },
  items: readonly InstanceUsageItem[],
): Promise<Outcome<Regressed>> {
  const streams: Record<string, StreamRef<InstallationUsage, InstallationUsageReported>> = {};
  for (const { alias } of items)
    streams[alias] = streamRef(installationUsageStream, installationUsageKey(report, alias));
  return run({
    name: 'RecordUsage',
    streams,
    command: report,
    decide: (command, states) => {
      const facts: Record<string, readonly InstallationUsageReported[]> = {};
      const regressed: string[] = [];
      for (const item of items) {
        const decision = recordUsage({ ...command, item }, states[item.alias]!);
        facts[item.alias] = decision.facts;
        if (decision.reply.regressed) regressed.push(item.alias);
      }
      return accept(facts, { regressed });
    },
  });
}

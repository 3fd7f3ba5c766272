import { commandHandler } from '@kushk/broker';
import { catalogueUsage } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { log, now } from '@kushk/runtime';
import { usageStream } from '../usage-report.js';
import { usageKey } from '../usage-target.js';
import { completeUsage } from './complete-usage.js';

export const CompleteUsageHandler = commandHandler(
  catalogueUsage.completeUsage,
  {},
  async (request, _found, { run }) => {
    const { publisher_id, month, instance_id, as_of, closed, reported, known_before, regressed } = request;
    const arrivedAt = now().toISOString();
    const target = { publisherId: publisher_id, month, instanceId: instance_id };
    const outcome = await run({
      name: 'CompleteUsage',
      stream: streamRef(usageStream, usageKey(target)),
      command: {
        ...target,
        asOf: as_of < arrivedAt ? as_of : arrivedAt,
        ...{ closed, reported, knownBefore: known_before, regressed },
      },
      decide: (command, usage) => completeUsage(command, usage),
    });
    if (outcome.accepted && !outcome.reply.accepted)
      log.error(
        { publisher_id, month, instance_id, reported, known_before, regressed: regressed.length },
        'usage report refused: lower counters than before, instance restored from a backup',
      );
    return outcome;
  },
);

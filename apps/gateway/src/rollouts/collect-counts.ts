/**
 * Asks every instance what it has counted of the releases that are rolled out, and stores it in the catalogue, which
 * halts rollouts by the sums (docs/reference/rollout.md). What an instance reported before counts while it is silent.
 */
import {
  catalogue,
  catalogueRollouts,
  instanceGateway,
  MAX_COUNTED_PERIODS,
  type CountedPeriod,
  type CountedRollout,
  type ReportedCounts,
} from '@kushk/contracts';
import type { SendRequest } from '../http/route.js';
import { parseCounts } from './parse-counts.js';
import { COUNTS_DEADLINE_MS } from './report-release-counts/report-release-counts.handler.js';

const INSTANCES_AT_A_TIME = 32;
const INSTANCES_PER_PAGE = 200;
/** Two periods each. */
const ROLLOUTS_PER_REQUEST = MAX_COUNTED_PERIODS / 2;

/** One round. Rejects when a request fails; the next round repeats it. */
export async function collectCounts(send: SendRequest): Promise<void> {
  const { rollouts } = (await send(catalogueRollouts.listCounted, {})).reply;
  if (rollouts.length === 0) return;
  const waiting = await instanceIds(send);
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await collectFrom(id, rollouts, send);
  };
  await Promise.all(Array.from({ length: Math.min(INSTANCES_AT_A_TIME, waiting.length) }, work));
  await send(catalogueRollouts.haltFailing, {});
}

async function collectFrom(instanceId: string, rollouts: readonly CountedRollout[], send: SendRequest): Promise<void> {
  for (let start = 0; start < rollouts.length; start += ROLLOUTS_PER_REQUEST) {
    const requested = rollouts.slice(start, start + ROLLOUTS_PER_REQUEST);
    const report = await reportOf(instanceId, requested.flatMap(periodsOf), send);
    if (report === null) return;
    const counts = [...report.counts];
    await send(catalogueRollouts.recordCounts, {
      instance_id: instanceId,
      as_of: report.as_of,
      reports: requested.map(({ plugin_id, version, since, before }) => ({
        plugin_id,
        version,
        since,
        counts: counts.shift()!,
        before: before === null ? null : counts.shift()!,
      })),
    });
  }
}

function periodsOf({ plugin_id, version, since, before }: CountedRollout): readonly CountedPeriod[] {
  return [{ plugin_id, version, from: since, to: null }, ...(before === null ? [] : [before])];
}

/** Null for an instance that does not answer in time, or not as it should; one of an older version answers nothing. */
async function reportOf(
  scope: string,
  periods: readonly CountedPeriod[],
  send: SendRequest,
): Promise<ReportedCounts | null> {
  try {
    const { reply } = await send(instanceGateway.releaseCounts, { periods }, { scope, timeoutMs: COUNTS_DEADLINE_MS });
    return parseCounts(reply, periods.length);
  } catch {
    return null;
  }
}

async function instanceIds(send: SendRequest): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { reply } = await send(catalogue.listInstances, { limit: INSTANCES_PER_PAGE, cursor: cursor ?? null });
    ids.push(...reply.items.map(({ id }) => id));
    cursor = reply.next_cursor ?? null;
  }
  return ids;
}

/** The usage of a publisher as a streamed response, JSON or CSV. */
import { catalogueUsage } from '@kushk/contracts';
import type { StreamedBody } from '../http/response-body.js';
import type { RouteResponse, SendRequest } from '../http/route.js';
import { collectUsage, type CollectedUsage } from './collect-usage.js';
import { openStoredUsage, usageCsv, usageJson, usageOfPlugins, type PublisherUsage } from './usage-documents.js';

export const USAGE_FORMATS = ['json', 'csv'] as const;
export type UsageFormat = (typeof USAGE_FORMATS)[number];
/** `plugins`: JSON with the totals of plugins alone. CSV always has the installations. */
export const USAGE_DETAILS = ['installations', 'plugins'] as const;
export interface UsageRequest {
  readonly publisherId: string;
  /** Only this plugin; null for all plugins of the publisher. */
  readonly only: string | null;
  readonly month: string;
  readonly format: UsageFormat;
  readonly detail: (typeof USAGE_DETAILS)[number];
  readonly now: Date;
}

/** How long pages of instances are requested. The response to the client begins within the deadline of a request. */
const COLLECTION_MS = 7_000;
/** The deadline of a usage document. With very many installations it takes longer to send than other responses. */
export const USAGE_DEADLINE_MS = 120_000;

/**
 * Collections in progress. Requests for the same usage share one, because a collection costs every instance a pass
 * over all installations of the publisher.
 */
export type CollectionsInProgress = Map<string, Promise<CollectedUsage>>;

export async function respondWithUsage(
  { publisherId, only, month, format, detail, now }: UsageRequest,
  inProgress: CollectionsInProgress,
  send: SendRequest,
): Promise<RouteResponse<PublisherUsage>> {
  const key = `${publisherId}/${month}`;
  const collectUntilMs = performance.now() + COLLECTION_MS;
  const collection =
    inProgress.get(key) ??
    collectUsage({ publisherId, month, now, collectUntilMs }, send).finally(() => inProgress.delete(key));
  inProgress.set(key, collection);
  const collected = ofPlugin(await collection, only);
  const target = { publisher_id: publisherId, month };
  if (detail === 'plugins' && format === 'json') {
    const { reply } = await send(catalogueUsage.usageTotals, target);
    const totals = new Map(reply.plugins.map((plugin) => [plugin.plugin_id, plugin]));
    return { status: 200, body: usageOfPlugins(collected, totals) };
  }
  const stored = await openStoredUsage({ ...target, ...(only !== null && { plugin_id: only }) }, send);
  return {
    status: 200,
    stream: streamed(format, format === 'csv' ? usageCsv(collected, stored) : usageJson(collected, stored)),
  };
}

function ofPlugin(collected: CollectedUsage, only: string | null): CollectedUsage {
  return only === null ? collected : { ...collected, pluginIds: collected.pluginIds.filter((id) => id === only) };
}

export function streamed(format: UsageFormat, chunks: AsyncIterable<string>): StreamedBody {
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8';
  return { contentType, chunks };
}

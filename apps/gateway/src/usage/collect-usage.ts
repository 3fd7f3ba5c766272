/**
 * Collects the usage of one publisher in one month from the whole fleet (docs/reference/usage.md). All registered
 * instances are requested at once, each page by page, and every page is stored in the catalogue before the next one is
 * requested, so the memory needed does not depend on the number of installations. When an instance does not respond,
 * what it reported before counts, so the figures are minimums.
 */
import {
  catalogueUsage,
  instanceGateway,
  MAX_PLUGINS_PER_USAGE_REQUEST,
  USAGE_TIMEZONE,
  usageMonthBounds,
  usageMonthClosesAt,
  type UsagePage,
  type UsageStatus,
} from '@kushk/contracts';
import { listAllPlugins } from '../developer/list-all-plugins.js';
import type { SendRequest } from '../http/route.js';
import { parseInstancePage } from './instance-page.js';

/** How long an instance may take for one page. */
const PAGE_DEADLINE_MS = 2_000;
/** Regressed installations that are passed on; more are not needed to identify a restored instance. */
const MAX_REGRESSED = 20;
const MAX_INSTANCES_IN_FLIGHT = 32;

export interface UsageQuery {
  readonly publisherId: string;
  readonly month: string;
  readonly now: Date;
  /** No page is requested after this value of `performance.now()`. What was collected by then counts. */
  readonly collectUntilMs: number;
}
/** Describes the usage that the catalogue has after a collection. */
export interface CollectedUsage {
  readonly month: string;
  readonly timezone: string;
  readonly starts_at: string;
  readonly ends_at: string;
  /** Whether a registered instance did not report completely, so that the figures are minimums. */
  readonly partial: boolean;
  /** Whether every instance has closed the month, so that the figures never change. */
  readonly final: boolean;
  readonly as_of: string;
  /** Every plugin of the publisher, ordered by id. */
  readonly pluginIds: readonly string[];
}
interface Collection {
  readonly query: UsageQuery;
  readonly pluginIds: readonly string[];
  readonly mayClose: boolean;
}

export async function collectUsage(query: UsageQuery, send: SendRequest): Promise<CollectedUsage> {
  const { publisherId, month, now } = query;
  const target = { publisher_id: publisherId, month };
  const [plugins, before] = await Promise.all([
    listAllPlugins(publisherId, send),
    send(catalogueUsage.usageStatus, target),
  ]);
  const pluginIds = plugins.map(({ id }) => id);
  const mayClose = now >= usageMonthClosesAt(month);
  const collection = { query, pluginIds, mayClose };
  // An instance that has closed the month has nothing to add.
  const open = before.reply.instances.filter(({ registered, closed }) => registered && !closed);
  const complete = new Set<string>();
  if (pluginIds.length > 0)
    await forEachAtOnce(open, async (instance) => {
      if (await collectInstance(collection, instance, send)) complete.add(instance.instance_id);
    });
  const after = pluginIds.length === 0 ? before : await send(catalogueUsage.usageStatus, target);
  const counted = pluginIds.length === 0 ? [] : after.reply.instances.filter(({ registered }) => registered);
  const { startsAt, endsAt } = usageMonthBounds(month);
  return {
    month,
    timezone: USAGE_TIMEZONE,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    partial: counted.some(({ instance_id, closed }) => !closed && !complete.has(instance_id)),
    final: mayClose && counted.every(({ closed }) => closed),
    as_of: now.toISOString(),
    pluginIds,
  };
}

/** Returns whether the instance reported all its installations and the catalogue accepted them. */
async function collectInstance(collection: Collection, instance: UsageStatus, send: SendRequest): Promise<boolean> {
  const { publisherId, month } = collection.query;
  const target = { publisher_id: publisherId, month, instance_id: instance.instance_id };
  const regressed: string[] = [];
  let [reported, asOf, closed] = [0, '', collection.mayClose];
  for await (const page of pagesOf(collection, instance.instance_id, send)) {
    if (page === null) return false;
    const { reply } = await send(catalogueUsage.recordUsage, { ...target, as_of: page.as_of, items: page.items });
    regressed.push(...reply.regressed.slice(0, MAX_REGRESSED - regressed.length));
    reported += page.items.length;
    closed &&= page.closed;
    // The report counts up to the time of its first page.
    asOf ||= page.as_of;
  }
  const { reply } = await send(catalogueUsage.completeUsage, {
    ...target,
    as_of: asOf,
    closed,
    reported,
    known_before: instance.installations,
    regressed,
  });
  return reply.accepted;
}

/** Requests the pages of an instance one after another. Ends with null when the instance fails to send the next one. */
async function* pagesOf(
  { query, pluginIds }: Collection,
  instanceId: string,
  send: SendRequest,
): AsyncGenerator<UsagePage | null> {
  for (let start = 0; start < pluginIds.length; start += MAX_PLUGINS_PER_USAGE_REQUEST) {
    const plugin_ids = pluginIds.slice(start, start + MAX_PLUGINS_PER_USAGE_REQUEST);
    const known = new Set(plugin_ids);
    for (let cursor: string | null | undefined; cursor !== null;) {
      const request = { month: query.month, plugin_ids, cursor: cursor ?? null };
      const timeoutMs = Math.min(PAGE_DEADLINE_MS, query.collectUntilMs - performance.now());
      const page =
        timeoutMs <= 0
          ? null
          : await requestPage(
              () => send(instanceGateway.monthlyUsage, request, { scope: instanceId, timeoutMs }),
              known,
            );
      yield page;
      if (page === null) return;
      cursor = page.next_cursor;
    }
  }
}

async function requestPage(
  request: () => Promise<{ readonly reply: unknown }>,
  pluginIds: ReadonlySet<string>,
): Promise<UsagePage | null> {
  try {
    return parseInstancePage((await request()).reply, pluginIds);
  } catch {
    return null;
  }
}

async function forEachAtOnce<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_INSTANCES_IN_FLIGHT, items.length) }, work));
}

/**
 * Writes the usage of a publisher as JSON or CSV, piece by piece from the pages of the catalogue, so that a response
 * needs the memory of one page however many installations it has.
 */
import {
  catalogueUsage,
  MU_COUNTERS,
  PROPOSAL_COUNTERS,
  type InstanceUsageItem,
  type Page,
  type PluginUsageTotals,
  type UsageCounts,
} from '@kushk/contracts';
import type { SendRequest } from '../http/route.js';
import type { CollectedUsage } from './collect-usage.js';
import { csvRecord } from './csv.js';

export interface InstallationUsage extends UsageCounts {
  readonly alias: string;
  readonly services: InstanceUsageItem['services'];
}
export interface PluginUsage {
  readonly plugin_id: string;
  readonly totals: UsageCounts;
  /** Absent when only the totals were requested. */
  readonly installations?: readonly InstallationUsage[];
}
/** The response body of `GET /developer/v1/usage` as JSON. */
export interface PublisherUsage extends Omit<CollectedUsage, 'pluginIds'> {
  readonly plugins: readonly PluginUsage[];
}

const NO_COUNTS: UsageCounts = {
  mu_consumed: '0',
  mu_purchased: '0',
  mu_gifted: '0',
  mu_reversed: '0',
  mu_revoked: '0',
  proposals_applied: 0,
  proposals_rejected: 0,
};
const COUNTERS = [...MU_COUNTERS, ...PROPOSAL_COUNTERS];

export interface StoredUsageReader {
  readonly totals: ReadonlyMap<string, PluginUsageTotals>;
  /** The items of all plugins, ordered by plugin and alias. */
  readonly items: AsyncIterable<InstanceUsageItem>;
}

/** Opens the stored usage. Reads the totals and the first page, so that a failure is a problem response. */
export async function openStoredUsage(
  target: { readonly publisher_id: string; readonly month: string; readonly plugin_id?: string },
  send: SendRequest,
): Promise<StoredUsageReader> {
  const [totals, first] = await Promise.all([
    send(catalogueUsage.usageTotals, target),
    send(catalogueUsage.listUsage, { ...target, cursor: null }),
  ]);
  return {
    totals: new Map(totals.reply.plugins.map((plugin) => [plugin.plugin_id, plugin])),
    items: itemsFrom(
      first.reply,
      async (cursor) => (await send(catalogueUsage.listUsage, { ...target, cursor })).reply,
    ),
  };
}

async function* itemsFrom(
  first: Page<InstanceUsageItem>,
  next: (cursor: string) => Promise<Page<InstanceUsageItem>>,
): AsyncGenerator<InstanceUsageItem> {
  for (let page = first; ; page = await next(page.next_cursor)) {
    yield* page.items;
    if (page.next_cursor === null) return;
  }
}

/** Returns the JSON document of `PublisherUsage` without installations, with every plugin of the publisher. */
export function usageOfPlugins(
  { pluginIds, ...head }: CollectedUsage,
  totals: ReadonlyMap<string, PluginUsageTotals>,
): PublisherUsage {
  const plugins = pluginIds.map((id) => ({ plugin_id: id, totals: countsOf(totals.get(id) ?? NO_COUNTS) }));
  return { ...head, plugins };
}

/** Writes the JSON document of `PublisherUsage`, with every plugin of the publisher. */
export async function* usageJson(
  { pluginIds, ...head }: CollectedUsage,
  { totals, items }: StoredUsageReader,
): AsyncGenerator<string> {
  const begin = JSON.stringify(head).slice(0, -1);
  yield `${begin},"plugins":[`;
  const known = new Set(pluginIds);
  const rest = items[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<InstanceUsageItem>> => {
    let item = await rest.next();
    // A plugin that was submitted after the list of plugins was read.
    while (item.done !== true && !known.has(item.value.plugin_id)) item = await rest.next();
    return item;
  };
  let item = await next();
  for (const [index, pluginId] of pluginIds.entries()) {
    const counts = JSON.stringify(countsOf(totals.get(pluginId) ?? NO_COUNTS));
    yield `${index === 0 ? '' : ','}{"plugin_id":${JSON.stringify(pluginId)},"totals":${counts},"installations":[`;
    for (let separator = ''; item.done !== true && item.value.plugin_id === pluginId; separator = ',') {
      const { alias, services } = item.value;
      yield separator + JSON.stringify({ alias, ...countsOf(item.value), services } satisfies InstallationUsage);
      item = await next();
    }
    yield ']}';
  }
  yield ']}';
}

/** The counters of the CSV documents. New columns are at the end of a record, so the corrections are apart. */
export const CSV_COUNTERS = ['mu_consumed', 'mu_purchased', 'mu_gifted', ...PROPOSAL_COUNTERS] as const;
export const CSV_CORRECTIONS = ['mu_reversed', 'mu_revoked'] as const;

/** The columns of the CSV document (docs/reference/usage.md). A change of a column is a change of the API. */
const COLUMNS = [
  'month',
  'final',
  'partial',
  'record',
  'plugin_id',
  'installation',
  ...CSV_COUNTERS,
  'service',
  'service_count',
  'service_mu',
  ...CSV_CORRECTIONS,
];

/**
 * Writes the CSV document (RFC 4180): an `installation` record with the counters, followed by a `service` record for
 * each service that it used.
 */
export async function* usageCsv(
  { month, final, partial }: CollectedUsage,
  { items }: StoredUsageReader,
): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  const head = [month, String(final), String(partial)];
  for await (const item of items) {
    const of = [item.plugin_id, item.alias];
    const cells = (counters: readonly (keyof UsageCounts)[]) => counters.map((counter) => String(item[counter]));
    const corrections = cells(CSV_CORRECTIONS);
    yield csvRecord([...head, 'installation', ...of, ...cells(CSV_COUNTERS), '', '', '', ...corrections]);
    const none = CSV_COUNTERS.map(() => '');
    for (const { service, count, mu } of item.services)
      yield csvRecord([...head, 'service', ...of, ...none, service, String(count), mu, ...corrections.map(() => '')]);
  }
}

export function countsOf(counts: UsageCounts): UsageCounts {
  return Object.fromEntries(COUNTERS.map((counter) => [counter, counts[counter]])) as unknown as UsageCounts;
}

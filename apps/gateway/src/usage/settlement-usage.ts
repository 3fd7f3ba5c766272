/** The stored usage of all publishers in one month, with which the operator settles. */
import {
  catalogueUsage,
  USAGE_TIMEZONE,
  usageMonthBounds,
  usageMonthClosesAt,
  type PublisherUsageTotals,
  type UsageCounts,
} from '@kushk/contracts';
import { sumOfUsage } from '@kushk/manifest';
import type { RouteResponse, SendRequest } from '../http/route.js';
import { csvRecord } from './csv.js';
import { streamed, type UsageFormat } from './respond-with-usage.js';
import { CSV_CORRECTIONS, CSV_COUNTERS } from './usage-documents.js';

export interface PublisherSettlement {
  readonly publisher_id: string;
  readonly name: string;
  /** Whether an instance has not closed the month, so that the figures are minimums. */
  readonly partial: boolean;
  readonly final: boolean;
  readonly totals: UsageCounts;
  readonly plugins: readonly { readonly plugin_id: string; readonly totals: UsageCounts }[];
}
/** The response body of `GET /operator/v1/usage` as JSON. */
export interface SettlementUsage {
  readonly month: string;
  readonly timezone: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly as_of: string;
  readonly publishers: readonly PublisherSettlement[];
}

const COUNTERS = [...CSV_COUNTERS, ...CSV_CORRECTIONS];
const COLUMNS = ['month', 'final', 'partial', 'record', 'publisher_id', 'publisher_name', 'plugin_id', ...COUNTERS];

export async function respondWithSettlement(
  { month, format, now }: { readonly month: string; readonly format: UsageFormat; readonly now: Date },
  send: SendRequest,
): Promise<RouteResponse<SettlementUsage>> {
  // The first page is read before the response begins, so that a failure is a problem response.
  const { reply: first } = await send(catalogueUsage.listSettlementUsage, { month, cursor: null });
  const mayClose = now >= usageMonthClosesAt(month);
  async function* publishers(): AsyncGenerator<PublisherSettlement> {
    for (let page = first; ;) {
      for (const totals of page.items) yield settlementOf(totals, mayClose);
      if (page.next_cursor === null) return;
      page = (await send(catalogueUsage.listSettlementUsage, { month, cursor: page.next_cursor })).reply;
    }
  }
  const chunks = format === 'csv' ? settlementCsv(month, publishers()) : settlementJson(month, now, publishers());
  return { status: 200, stream: streamed(format, chunks) };
}

function settlementOf(
  { publisher_id, name, open_instances, plugins }: PublisherUsageTotals,
  mayClose: boolean,
): PublisherSettlement {
  return {
    publisher_id,
    name,
    partial: open_instances > 0,
    final: mayClose && open_instances === 0,
    totals: sumOfUsage(plugins),
    plugins: plugins.map(({ plugin_id, ...totals }) => ({ plugin_id, totals })),
  };
}

async function* settlementJson(
  month: string,
  now: Date,
  publishers: AsyncIterable<PublisherSettlement>,
): AsyncGenerator<string> {
  const { startsAt, endsAt } = usageMonthBounds(month);
  const head = {
    month,
    timezone: USAGE_TIMEZONE,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    as_of: now.toISOString(),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"publishers":[`;
  let separator = '';
  for await (const publisher of publishers) {
    yield separator + JSON.stringify(publisher);
    separator = ',';
  }
  yield ']}';
}

/** Writes a `publisher` record with the totals, followed by a `plugin` record for each plugin. */
async function* settlementCsv(month: string, publishers: AsyncIterable<PublisherSettlement>): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  for await (const { publisher_id, name, partial, final, totals, plugins } of publishers) {
    const head = [month, String(final), String(partial)];
    const cells = (counts: UsageCounts) => COUNTERS.map((counter) => String(counts[counter]));
    yield csvRecord([...head, 'publisher', publisher_id, name, '', ...cells(totals)]);
    for (const plugin of plugins)
      yield csvRecord([...head, 'plugin', publisher_id, name, plugin.plugin_id, ...cells(plugin.totals)]);
  }
}

/** The wallets of an organisation's plugins in one list, as JSON in pages or as CSV (docs/reference/money.md). */
import {
  installation,
  usageMonthOf,
  walletOverview,
  WALLETS_PER_REQUEST,
  type Page,
  type PageRequest,
  type TitledInstallation,
  type WalletSummary,
} from '@kushk/contracts';
import { pageOf, type QueryReader } from '@kushk/edge';
import { formatMu, parseMu } from '@kushk/manifest';
import { pageOfList } from '../http/page-of-list.js';
import type { RouteResponse, SendRequest } from '../http/route.js';
import { csvRecord } from '../usage/csv.js';

const FORMATS = ['json', 'csv'] as const;
const SORTS = ['plugin_id', 'available', 'consumed', 'enough_until'] as const;

/** The wallet of a plugin that is installed. */
export interface PluginWallet extends WalletSummary {
  readonly plugin_id: string;
  /** The plugin's name by language. */
  readonly names: Readonly<Record<string, string>>;
}
const SUMS = ['available', 'held', 'consumed_this_month', 'consumed_last_month', 'forecast_month'] as const;
type Sum = (typeof SUMS)[number];
/** One page of wallets. `totals` are the sums of all of them, whatever the page has. */
export interface OrganisationWallets extends Page<PluginWallet> {
  /** The usage month of `consumed_this_month`: `YYYY-MM`, in Tehran time. */
  readonly month: string;
  readonly totals: Readonly<Record<Sum, string>>;
  /** The purchased MU of removed installations, which the next installation of the same plugin takes over. */
  readonly left_over: string;
}
interface WalletsRequest extends PageRequest {
  readonly format: (typeof FORMATS)[number];
  readonly sort: (typeof SORTS)[number];
}

export function walletsOf(read: QueryReader): WalletsRequest {
  return {
    ...pageOf(read),
    format: read.oneOf('format', FORMATS) ?? 'json',
    sort: read.oneOf('sort', SORTS) ?? 'plugin_id',
  };
}

export async function respondWithWallets(
  { format, sort, ...page }: WalletsRequest,
  { organisationId, now, send }: { readonly organisationId: string; readonly now: Date; readonly send: SendRequest },
): Promise<RouteResponse<OrganisationWallets>> {
  const month = usageMonthOf(now);
  if (format === 'csv') {
    const sorted = [...(await readWallets(organisationId, send))].sort((a, b) => (a.plugin_id < b.plugin_id ? -1 : 1));
    return { status: 200, stream: { contentType: 'text/csv; charset=utf-8; header=present', chunks: csvOf(sorted) } };
  }
  const [wallets, leftOver] = await Promise.all([
    readWallets(organisationId, send),
    send(walletOverview.leftOver, { organisation_id: organisationId }),
  ]);
  const totals = Object.fromEntries(SUMS.map((sum) => [sum, totalOf(wallets, sum)])) as Record<Sum, string>;
  return {
    status: 200,
    body: { month, totals, left_over: leftOver.reply.mu, ...pageOfList(wallets, page, orders[sort]) },
  };
}

/** All wallets of the organisation: the sums and the order need all of them. Removed plugins have none. */
async function readWallets(organisationId: string, send: SendRequest): Promise<readonly PluginWallet[]> {
  const wallets: PluginWallet[] = [];
  for (let cursor: string | null = null; ;) {
    const { reply: listed }: { readonly reply: Page<TitledInstallation> } = await send(installation.listInstallations, {
      ...{ organisation_id: organisationId, with_settings: false, limit: WALLETS_PER_REQUEST, cursor },
    });
    const ids = listed.items.map(({ installation_id: id }) => id);
    const { reply } = await send(walletOverview.summaries, { installation_ids: ids });
    const titles = new Map(listed.items.map((one) => [one.installation_id, one]));
    for (const wallet of reply.items) {
      const { plugin_id, names } = titles.get(wallet.installation_id)!;
      wallets.push({ ...wallet, plugin_id, names });
    }
    if (listed.next_cursor === null) return wallets;
    cursor = listed.next_cursor;
  }
}

const totalOf = (wallets: readonly PluginWallet[], sum: Sum): string =>
  formatMu(wallets.reduce((total, wallet) => total + parseMu(wallet[sum] ?? '0')!, 0n));

interface Order {
  readonly keyOf: (wallet: PluginWallet) => string;
  readonly order: 'ascending' | 'descending';
}

/** Amounts as texts of one length, so that their order is that of the numbers. */
const MICRO_MU_DIGITS = 20;
const UNKNOWN = '9999';
const byAmount = (sum: 'available' | 'consumed_this_month', order: Order['order']): Order => ({
  keyOf: (wallet) => `${String(parseMu(wallet[sum])).padStart(MICRO_MU_DIGITS, '0')} ${wallet.installation_id}`,
  order,
});

const orders: Readonly<Record<(typeof SORTS)[number], Order>> = {
  plugin_id: { keyOf: ({ plugin_id, installation_id: id }) => `${plugin_id} ${id}`, order: 'ascending' },
  available: byAmount('available', 'ascending'),
  consumed: byAmount('consumed_this_month', 'descending'),
  enough_until: {
    keyOf: ({ enough_until, installation_id: id }) => `${enough_until ?? UNKNOWN} ${id}`,
    order: 'ascending',
  },
};

const COLUMNS = [
  'installation_id',
  'plugin_id',
  'name_en',
  'name_fa',
  'status',
  'is_low',
  ...SUMS,
  'enough_until',
  'budget_monthly',
  'low_threshold',
] as const;

async function* csvOf(wallets: readonly PluginWallet[]): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  for (const wallet of wallets) {
    const { names, budget } = wallet;
    const cells = { ...wallet, name_en: names['en'], name_fa: names['fa'], budget_monthly: budget.monthly };
    yield csvRecord(COLUMNS.map((column) => String(cells[column] ?? '')));
  }
}

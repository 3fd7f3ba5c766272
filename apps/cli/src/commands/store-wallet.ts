/** `kushk store wallets` and `wallet`: what the plugins of an organisation have and use (docs/reference/money.md). */
import type { WalletMonth, WalletSummary, WalletTransaction } from '@kushk/contracts';
import { pathOf, send, sendForCsv, type ApiRequest } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { limitOf } from '../list-limit.js';
import { listFrom } from '../list-all.js';
import { table, type Terminal } from '../terminal.js';

export interface WalletsOptions extends ConnectionFlags {
  readonly sort: string;
  readonly csv?: boolean;
}
export interface WalletOptions extends ConnectionFlags {
  readonly month?: string;
  readonly limit: string;
}
interface ListedWallet extends WalletSummary {
  readonly plugin_id: string;
}
/** The largest page of the API. The sums of all wallets come with each page. */
const PAGE_ITEMS = 200;
type WalletSum = 'available' | 'held' | 'consumed_this_month' | 'consumed_last_month' | 'forecast_month';
interface WalletsPage {
  readonly items: readonly ListedWallet[];
  readonly next_cursor: string | null;
  readonly totals: Readonly<Record<WalletSum, string>>;
}

export async function listWallets(terminal: Terminal, { sort, csv, ...flags }: WalletsOptions): Promise<ExitCode> {
  const connection = adminConnection(flags);
  const request = (query: Readonly<Record<string, string>>): ApiRequest => ({
    method: 'GET',
    path: `/instance/v1/wallets?${new URLSearchParams({ sort, ...query }).toString()}`,
    language: terminal.language,
  });
  if (csv === true) {
    for await (const text of sendForCsv(connection, request({ format: 'csv' }))) terminal.text(text);
    return EXIT.ok;
  }
  const read = (cursor: string | null): Promise<WalletsPage> =>
    send<WalletsPage>(connection, {
      ...request({ limit: String(PAGE_ITEMS), ...(cursor !== null && { cursor }) }),
      expectedFields: ['items', 'totals'],
    });
  const first = await terminal.withProgress(terminal.translate`Reading`, read(null));
  const items = [...first.items];
  for (let cursor = first.next_cursor; cursor !== null;) {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  const { totals } = first;
  const { available, held, consumed_this_month, consumed_last_month, forecast_month } = totals;
  const total = [available, held, consumed_this_month, consumed_last_month, forecast_month];
  const rows = items.map((wallet) => walletRow(terminal, wallet));
  terminal.result(
    { items, totals },
    rows.length === 0
      ? [terminal.translate`no installations`]
      : table([walletColumns(terminal), ...rows, [terminal.translate`total`, '', ...total, '', '', '']]),
  );
  return EXIT.ok;
}

function walletColumns(terminal: Terminal): string[] {
  return [
    terminal.translate`installation`,
    terminal.translate`plugin`,
    terminal.translate`available`,
    terminal.translate`held`,
    terminal.translate`this month`,
    terminal.translate`last month`,
    terminal.translate`a month ahead`,
    terminal.translate`enough until`,
    terminal.translate`budget`,
    terminal.translate`state`,
  ];
}

function walletRow(terminal: Terminal, wallet: ListedWallet): string[] {
  const { installation_id, plugin_id, available, held, consumed_this_month, consumed_last_month } = wallet;
  return [
    ...[installation_id, plugin_id, available, held, consumed_this_month, consumed_last_month],
    wallet.forecast_month ?? '-',
    wallet.enough_until ?? '-',
    wallet.budget.monthly ?? '-',
    wallet.status === 'open' && wallet.is_low ? terminal.translate`low` : wallet.status,
  ];
}

export async function showWallet(terminal: Terminal, id: string, options: WalletOptions): Promise<ExitCode> {
  const connection = adminConnection(options);
  const path = pathOf`/instance/v1/installations/${id}/wallet`;
  const { months } = await terminal.withProgress(
    terminal.translate`Reading`,
    send<{ readonly months: readonly WalletMonth[] }>(connection, {
      method: 'GET',
      path: `${path}/months`,
      language: terminal.language,
      expectedFields: ['months'],
    }),
  );
  const month = options.month === undefined ? '' : `?month=${encodeURIComponent(options.month)}`;
  const list = await listFrom<WalletTransaction>(terminal, {
    connection,
    path: `${path}/transactions${month}`,
    limit: limitOf(options.limit),
  });
  terminal.result({ months, transactions: list.items, has_more: list.has_more }, [
    ...table([
      [
        terminal.translate`month`,
        terminal.translate`consumed`,
        terminal.translate`purchased`,
        terminal.translate`gifted`,
      ],
      ...months.map((one) => [one.month, one.consumed, one.purchased, one.gifted]),
    ]),
    '',
    ...table([
      [
        terminal.translate`time`,
        terminal.translate`kind`,
        'MU',
        terminal.translate`service`,
        terminal.translate`count`,
        terminal.translate`held`,
        terminal.translate`available`,
      ],
      ...list.items.map(transactionRow),
    ]),
  ]);
  if (list.has_more && !terminal.json) terminal.note(terminal.translate`there are more: raise --limit`);
  return EXIT.ok;
}

function transactionRow({ at, kind, mu, service, count, hold, available_after }: WalletTransaction): string[] {
  return [at, kind, mu, service ?? '-', count === null ? '-' : String(count), hold?.mu ?? '-', available_after];
}

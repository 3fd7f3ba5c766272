/**
 * What people read about money over time: the months of a wallet, its transactions, and the wallets of an organisation
 * (docs/reference/money.md). MU are exact decimals in strings.
 */
import { query, type Page, type PageRequest } from './messages.js';
import type { EntryKind } from './wallet-ledger.js';
import type { Balance, WalletControls } from './wallet.js';

/** The most months that one request returns. */
export const WALLET_MONTHS_MAX = 24;
/** The most wallets that one request summarises. */
export const WALLETS_PER_REQUEST = 200;

/** What moved in one usage month. */
export interface WalletMonth {
  /** `YYYY-MM`, in Tehran time. */
  readonly month: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly consumed: string;
  readonly purchased: string;
  readonly gifted: string;
  readonly reversed: string;
  readonly revoked: string;
  /** What was charged, by service: units and MU. */
  readonly services: readonly { readonly service: string; readonly count: number; readonly mu: string }[];
}

/** `charge` stands for a consumption and for the settlement of a hold. */
export type TransactionKind = 'charge' | Exclude<EntryKind, 'consumption' | 'settle'>;

/**
 * What happened to a wallet, as people read it: the entries of a hold that has ended are one transaction, all other
 * entries are one each.
 */
export interface WalletTransaction {
  /** The id of the newest of its entries, with which a charge can be reversed. */
  readonly id: string;
  readonly kind: TransactionKind;
  readonly at: string;
  readonly service: string | null;
  /** The units that were charged, or are held. */
  readonly count: number | null;
  /** MU per unit. */
  readonly rate: string | null;
  /** What was charged, added, taken, or is held. */
  readonly mu: string;
  /** How much of `mu` was taken from gifts, or added to them. */
  readonly gifted: string;
  /** The hold before the charge or the return; null for what was not held. */
  readonly hold: {
    readonly id: string;
    readonly at: string;
    readonly count: number;
    readonly mu: string;
    /** What became available again when the hold ended. */
    readonly released: string;
  } | null;
  /** The plugin's text about a charge, or the text of a purchase or gift; of a reversal, the entry of the charge. */
  readonly reference: string | null;
  /** The id of a person, `staff:<subject>`, `plugin` or `system`. */
  readonly by: string;
  readonly available_after: string;
  readonly held_after: string;
  /** The usage month to which it belongs: `YYYY-MM`, in Tehran time. */
  readonly month: string;
  /** The id of the entry that gave this charge back. */
  readonly reversed_by: string | null;
  /** The ids of its entries, oldest first. */
  readonly entry_ids: readonly string[];
}

/** A wallet in a list. */
export interface WalletSummary extends Balance, WalletControls {
  readonly installation_id: string;
  readonly is_low: boolean;
  readonly consumed_this_month: string;
  readonly consumed_last_month: string;
  /** What last month's use costs at the present rates; null when nothing was used then, or without a plan. */
  readonly forecast_month: string | null;
  /** Until which day in Tehran, `YYYY-MM-DD`, that use leaves a balance; null without it, and for over ten years. */
  readonly enough_until: string | null;
}

export const walletOverview = {
  /** The months in their order, with zeros for a month without movements. */
  months: query<{ installation_id: string; months: readonly string[] }, { months: readonly WalletMonth[] }>(
    'wallet',
    'wallet.months',
  ),
  /** The newest first. A page may have fewer transactions than `limit`. */
  transactions: query<PageRequest & { installation_id: string; month: string | null }, Page<WalletTransaction>>(
    'wallet',
    'transaction.list',
  ),
  /** At most `WALLETS_PER_REQUEST` wallets, in the order of the ids; without those that do not exist yet. */
  summaries: query<{ installation_ids: readonly string[] }, { items: readonly WalletSummary[] }>(
    'wallet',
    'wallet.summaries',
  ),
  /** The purchased MU of removed installations that no other installation has taken over, of all plugins. */
  leftOver: query<{ organisation_id: string }, { mu: string }>('wallet', 'wallet.left-over'),
};

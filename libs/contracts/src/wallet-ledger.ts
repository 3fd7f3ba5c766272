/**
 * Requests about the entries of a wallet and about its corrections and limits (docs/reference/money.md). MU are exact
 * decimals in strings.
 */
import { gatewayRequires } from './caller-policy.js';
import { command, query, type Page, type RequestIdempotency } from './messages.js';
import type { Balance, WalletControls } from './wallet.js';

export const ENTRY_KINDS = [
  'purchase',
  'gift',
  'revocation',
  'consumption',
  'reversal',
  'hold',
  'settle',
  'release',
  'expiry',
  'carried_in',
  'carried_out',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The most entries that one request returns. */
export const ENTRIES_PER_REQUEST = 1_000;

/**
 * One movement of MU in a wallet. `hash` is the SHA-256 of the entry in canonical JSON (RFC 8785) with the member
 * `installation_id` and without `hash` and `reversed_by`. It covers `previous_hash`, so the entries form a chain.
 */
export interface WalletEntry {
  readonly id: string;
  /** Counts the entries of the wallet from 1 without gaps. */
  readonly sequence: number;
  readonly at: string;
  readonly kind: EntryKind;
  readonly service: string | null;
  readonly count: number | null;
  /** MU per unit. */
  readonly rate: string | null;
  readonly mu: string;
  /** How much of `mu` was taken from gifts, or added to them. */
  readonly gifted: string;
  readonly hold_id: string | null;
  readonly reference: string | null;
  /** The id of a person, `staff:<subject>`, `plugin` or `system`. */
  readonly by: string;
  readonly available_after: string;
  readonly held_after: string;
  /** The usage month to which the entry belongs: `YYYY-MM`, in Tehran time. */
  readonly month: string;
  /** Null for the first entry. */
  readonly previous_hash: string | null;
  readonly hash: string;
  /** The id of the entry that gave this consumption back. */
  readonly reversed_by: string | null;
}
/** MU that were taken back: at most what is left of their kind. */
export interface RevocationResource {
  readonly id: string;
  readonly kind: 'purchase' | 'gift';
  readonly mu: string;
  readonly reason: string;
  readonly at: string;
  readonly wallet: Balance;
}
/** A consumption that was given back. `gifted` is the part that was taken from gifts and returned to them. */
export interface ReversalResource {
  readonly id: string;
  readonly entry_id: string;
  readonly service: string;
  readonly count: number;
  readonly mu: string;
  readonly gifted: string;
  readonly reason: string;
  readonly at: string;
  readonly wallet: Balance;
}
interface ListEntries {
  installation_id: string;
  /** The id of an entry: the list continues after it. Null starts at the first entry of the order. */
  after: string | null;
  order: 'oldest' | 'newest';
  limit: number;
  kind: EntryKind | null;
  month: string | null;
  /** The highest sequence number that is listed; null for all. A long list ends where it was when it began. */
  up_to: number | null;
}
/** One page of entries. `last_sequence` is the sequence number of the newest entry of the wallet. */
export interface EntriesPage extends Page<WalletEntry> {
  readonly last_sequence: number;
}

interface AdminCommand {
  installation_id: string;
  organisation_id: string;
  by: string;
  idempotency?: RequestIdempotency;
}

const byAdmin = gatewayRequires('admin');
const byPurchaser = gatewayRequires('billing', 'admin');

export const walletLedger = {
  listEntries: query<ListEntries, EntriesPage>('wallet', 'entry.list'),
  revoke: command<AdminCommand & { mu: string; kind: 'purchase' | 'gift'; reason: string }, RevocationResource>(
    'wallet',
    'wallet.revoke',
    byPurchaser,
  ),
  reverse: command<AdminCommand & { entry_id: string; reason: string }, ReversalResource>(
    'wallet',
    'wallet.reverse',
    byPurchaser,
  ),
  freeze: command<AdminCommand & { reason: string }, WalletControls>('wallet', 'wallet.freeze', byAdmin),
  unfreeze: command<AdminCommand, WalletControls>('wallet', 'wallet.unfreeze', byAdmin),
  setBudget: command<
    AdminCommand & { monthly: string | null; services: Readonly<Record<string, string>> },
    WalletControls
  >('wallet', 'wallet.set-budget', byAdmin),
  setThreshold: command<AdminCommand & { mu: string | null }, WalletControls>(
    'wallet',
    'wallet.set-threshold',
    byAdmin,
  ),
  /** The purchased MU that removed installations of a plugin left to the organisation. */
  carryOver: query<{ organisation_id: string; plugin_id: string }, { mu: string }>('wallet', 'wallet.carry-over'),
};

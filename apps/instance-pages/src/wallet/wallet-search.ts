/** The filters of the entries, as the address has them. */
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

/** In place of a kind: every single entry, as the ledger has it. */
export const LEDGER = 'ledger';

/** Without `kind` the list has one row for each charge. */
export interface WalletSearch {
  readonly kind?: EntryKind | typeof LEDGER;
  /** Gregorian, in Tehran: `2026-11`. */
  readonly month?: string;
}
/** The filters of the entries as the API has them. */
export interface EntriesFilter extends Pick<WalletSearch, 'month'> {
  readonly kind?: EntryKind;
}

export function entriesFilter({ kind, month }: WalletSearch): EntriesFilter {
  return { ...(kind !== undefined && kind !== LEDGER && { kind }), ...(month !== undefined && { month }) };
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export function walletSearch({ kind, month }: Record<string, unknown>): WalletSearch {
  const known = [LEDGER, ...ENTRY_KINDS].find((one) => one === kind) as WalletSearch['kind'];
  return {
    ...(known !== undefined && { kind: known }),
    ...(typeof month === 'string' && MONTH.test(month) && { month }),
  };
}

/** The orders of the list of wallets, beside that by plugin. */
export const WALLETS_SORTS = ['available', 'consumed', 'enough_until'] as const;

export interface WalletsSearch {
  readonly sort?: (typeof WALLETS_SORTS)[number];
}

export function walletsSearch({ sort }: Record<string, unknown>): WalletsSearch {
  const known = WALLETS_SORTS.find((one) => one === sort);
  return known === undefined ? {} : { sort: known };
}

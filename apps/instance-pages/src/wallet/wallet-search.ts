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

export interface WalletSearch {
  readonly kind?: EntryKind;
  /** Gregorian, in Tehran: `2026-11`. */
  readonly month?: string;
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export function walletSearch({ kind, month }: Record<string, unknown>): WalletSearch {
  const known = ENTRY_KINDS.find((one) => one === kind);
  return {
    ...(known !== undefined && { kind: known }),
    ...(typeof month === 'string' && MONTH.test(month) && { month }),
  };
}

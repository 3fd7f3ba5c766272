import { LEASE_MS, type TokenLookup } from '@kushk/contracts';
import type { InstallationRow } from '../installation/installation.view.js';

type TokenTimes = Pick<InstallationRow, 'token_hash' | 'previous_token_hash' | 'previous_token_until'>;

/**
 * How long a gateway may use the result of a lookup, in milliseconds. Tool calls end without a command on the
 * installation, and an unknown token may become valid at any time, so their results are never leased. A previous token
 * is leased until it ends at the latest.
 */
export function leaseDurationMs(
  { token_hash, call_id = null }: Pick<TokenLookup, 'token_hash' | 'call_id'>,
  row: TokenTimes | null,
  at: Date,
): number {
  if (row === null || call_id !== null) return 0;
  if (token_hash === null || token_hash === row.token_hash) return LEASE_MS;
  const leftMs = (row.previous_token_until?.getTime() ?? 0) - at.getTime();
  return Math.max(0, Math.min(LEASE_MS, leftMs));
}

/** Exact arithmetic with amounts of MU as the API has them: decimal texts that are not negative. */
import { formatMu, parseMu } from '@kushk/manifest/mu';

const microOf = (mu: string): bigint => parseMu(mu)!;

export const sumOf = (...amounts: readonly string[]): string =>
  formatMu(amounts.reduce((sum, mu) => sum + microOf(mu), 0n));

export const isMore = (left: string, right: string): boolean => microOf(left) > microOf(right);

export const smallerOf = (left: string, right: string): string => (isMore(left, right) ? right : left);

/** Whether what is consumed and held has reached a limit, so that further charges are refused. Null is no limit. */
export const isReached = (limit: string | null, used: { readonly consumed: string; readonly held: string }): boolean =>
  limit !== null && !isMore(limit, sumOf(used.consumed, used.held));

const PARTS = 1_000n;

/** Which part of `whole` an amount is, from 0 to 1: for a drawing, so it is not exact. */
export function shareOf(part: string, whole: string): number {
  const all = microOf(whole);
  if (all === 0n) return 1;
  const share = Number((microOf(part) * PARTS) / all) / Number(PARTS);
  return Math.min(share, 1);
}

/** What a month's use would cost at other rates. */
import { formatMu, parseMu } from '@kushk/manifest/mu';
import type { WalletMonth } from '../queries.js';

export interface CostOfUse {
  /** Last month, or the current one so far when nothing was used before. */
  readonly month: 'last' | 'current';
  /** What the use has cost. */
  readonly before: string;
  /** What the same use would cost, without the services that have no rate. */
  readonly after: string;
  /** The keys of used services that have no rate. */
  readonly unrated: readonly string[];
}

/** Returns null without use. `months` ends with the current one; `rates` are MU per unit by service. */
export function costOfUse(months: readonly WalletMonth[], rates: Readonly<Record<string, string>>): CostOfUse | null {
  const [last, current] = [months.at(-2), months.at(-1)];
  const used = [last, current].find((one) => one !== undefined && one.services.length > 0);
  if (used === undefined) return null;
  const sum = (amounts: readonly bigint[]): string => formatMu(amounts.reduce((total, one) => total + one, 0n));
  const rated = used.services.filter(({ service }) => rates[service] !== undefined);
  return {
    month: used === last ? 'last' : 'current',
    before: sum(used.services.map(({ mu }) => parseMu(mu)!)),
    after: sum(rated.map(({ service, count }) => BigInt(count) * parseMu(rates[service]!)!)),
    unrated: used.services.flatMap(({ service }) => (rates[service] === undefined ? [service] : [])),
  };
}

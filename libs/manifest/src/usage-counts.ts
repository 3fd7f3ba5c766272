/** Exact sums and differences of usage, in which MU are decimal strings. */
import { MU_COUNTERS, PROPOSAL_COUNTERS, type UsageCounts } from '@kushk/contracts';
import { formatMu, parseMu } from './mu.js';

/** Adds usage. Without any, every counter is zero. */
export function sumOfUsage(all: readonly UsageCounts[]): UsageCounts {
  return combined(
    (counter) => all.reduce((sum, counts) => sum + amountMicroMu(counts[counter]), 0n),
    (counter) => all.reduce((sum, counts) => sum + counts[counter], 0),
  );
}

/** Returns what `now` has more than `before`. */
export function differenceOfUsage(now: UsageCounts, before: UsageCounts): UsageCounts {
  return combined(
    (counter) => amountMicroMu(now[counter]) - amountMicroMu(before[counter]),
    (counter) => now[counter] - before[counter],
  );
}

function combined(
  microMu: (counter: (typeof MU_COUNTERS)[number]) => bigint,
  count: (counter: (typeof PROPOSAL_COUNTERS)[number]) => number,
): UsageCounts {
  return Object.fromEntries([
    ...MU_COUNTERS.map((counter) => [counter, formatMu(microMu(counter))] as const),
    ...PROPOSAL_COUNTERS.map((counter) => [counter, count(counter)] as const),
  ]) as unknown as UsageCounts;
}

function amountMicroMu(text: string): bigint {
  const amount = parseMu(text);
  if (amount === null) throw new RangeError(`"${text}" is no amount of MU`);
  return amount;
}

/** Of measurements of both sides, the one with the median ratio, and all ratios in order. */
export function medianByRatio<Measured>(
  measured: readonly Measured[],
  ratioOf: (one: Measured) => number,
): { readonly median: Measured; readonly ratio: number; readonly ratios: readonly number[] } {
  const sorted = [...measured].sort((a, b) => ratioOf(a) - ratioOf(b));
  const median = sorted[Math.floor(sorted.length / 2)] as Measured;
  return { median, ratio: ratioOf(median), ratios: sorted.map(ratioOf) };
}

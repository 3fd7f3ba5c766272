/** Of measurements of both sides, the one with the median ratio. The note lists all ratios in order. */
export function medianByRatio<Measured>(
  measured: readonly Measured[],
  ratioOf: (one: Measured) => number,
): { readonly median: Measured; readonly ratio: number; readonly note: string } {
  const sorted = [...measured].sort((a, b) => ratioOf(a) - ratioOf(b));
  const median = sorted[Math.floor(sorted.length / 2)] as Measured;
  const note = `median of ${sorted.map((one) => ratioOf(one).toFixed(2)).join(', ')}`;
  return { median, ratio: ratioOf(median), note };
}

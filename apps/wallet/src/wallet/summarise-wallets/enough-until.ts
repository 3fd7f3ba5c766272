/** A forecast further away than this says nothing. */
const MAX_FORECAST_MS = 3_653n * 86_400_000n;

interface Use {
  readonly availableMicroMu: bigint;
  /** What was consumed in a period of so many milliseconds. */
  readonly consumedMicroMu: bigint;
  readonly periodMs: number;
  readonly at: Date;
}

/** Until when a balance is enough if as much is consumed as in a period; null without use, or for over ten years. */
export function enoughUntil({ availableMicroMu, consumedMicroMu, periodMs, at }: Use): Date | null {
  if (consumedMicroMu === 0n) return null;
  const ms = (availableMicroMu * BigInt(periodMs)) / consumedMicroMu;
  return ms > MAX_FORECAST_MS ? null : new Date(at.getTime() + Number(ms));
}

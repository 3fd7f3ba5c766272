/** Spreads bytes over time: `burst` at once, then `perSecond` (the generic cell rate algorithm). */
export class ByteRate {
  /** When all bytes so far would have passed at `perSecond`, in milliseconds. */
  private passedAtMs = 0;

  constructor(private readonly limits: { readonly perSecond: number; readonly burst: number }) {}

  /** Counts the bytes, and returns how many milliseconds they have to wait. */
  delayMs(bytes: number, nowMs: number): number {
    const { perSecond, burst } = this.limits;
    const msPerByte = 1_000 / perSecond;
    this.passedAtMs = Math.max(this.passedAtMs, nowMs - burst * msPerByte) + bytes * msPerByte;
    return Math.max(0, this.passedAtMs - nowMs);
  }
}

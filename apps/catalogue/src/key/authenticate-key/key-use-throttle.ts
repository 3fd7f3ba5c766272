const MS_PER_MINUTE = 60_000;

/**
 * Selects which uses of keys are recorded: one per key and minute, because a key may be used a thousand times a
 * second.
 */
export class KeyUseThrottle {
  private minute = 0;
  private readonly recorded = new Set<string>();

  /** Returns the minute to record for this use, or null when that minute is already recorded. */
  take(keyId: string, at: Date): Date | null {
    const minute = Math.floor(at.getTime() / MS_PER_MINUTE);
    if (minute !== this.minute) {
      this.minute = minute;
      this.recorded.clear();
    }
    if (this.recorded.has(keyId)) return null;
    this.recorded.add(keyId);
    return new Date(minute * MS_PER_MINUTE);
  }

  /** Call this when recording a use has failed, so that the next use of the key is recorded. */
  release(keyId: string): void {
    this.recorded.delete(keyId);
  }
}

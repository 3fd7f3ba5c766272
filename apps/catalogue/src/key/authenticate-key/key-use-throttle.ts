const MS_PER_MINUTE = 60_000;

/**
 * Selects the uses of keys that are recorded: one per key and minute, because a key may be used a thousand times a
 * second.
 */
export class KeyUseThrottle {
  private minute = 0;
  private readonly recorded = new Set<string>();

  /** The minute to record for this use, or null when it is recorded already. */
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

  /** The recording failed: the next use of the key is recorded instead. */
  release(keyId: string): void {
    this.recorded.delete(keyId);
  }
}

/**
 * Wakes one sleeper within this process. It is a hint and never the guarantee: whoever sleeps also has a time at
 * which it wakes by itself.
 */
export class Bell {
  private rung = false;
  private sleeper: (() => void) | null = null;

  ring(): void {
    this.rung = true;
    this.sleeper?.();
  }

  /** Resolves when the bell is rung, at once if it was rung since the last time, or after `ms`. */
  async untilRung(ms: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.sleeper = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.sleeper = null;
    this.rung = false;
  }
}

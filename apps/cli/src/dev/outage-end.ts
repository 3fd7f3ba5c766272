/** Reports the end of an outage that `kushk dev down` simulates: nothing else shows it before the next call. */
export class OutageEnd {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly onEnd: () => void) {}

  /** The outage ends after that time; 0 has ended it now. */
  endsAfter(ms: number): void {
    clearTimeout(this.timer ?? undefined);
    if (ms > 0) this.timer = setTimeout(this.onEnd, ms).unref();
    else this.onEnd();
  }
}

/** Bounds the memory for contents: only a few are read as a whole at once, the others wait in order. */
export class LargeContents {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  /** Runs the work when a place is free. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The place passes to the next one, so that no other work takes it in between.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

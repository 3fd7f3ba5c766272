/** The time of a simulation, in milliseconds: it jumps to the next event, and events at one time keep their order. */
export class VirtualTime {
  now = 0;
  private readonly events: { readonly at: number; readonly run: () => void }[] = [];

  /** Runs the events up to `untilMs`. The promises of an event settle before the next one. */
  async run(untilMs: number): Promise<void> {
    for (let next = this.events.shift(); next !== undefined && next.at <= untilMs; next = this.events.shift()) {
      this.now = next.at;
      next.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  schedule(at: number, run: () => void): void {
    const index = this.events.findIndex((one) => one.at > at);
    this.events.splice(index === -1 ? this.events.length : index, 0, { at, run });
  }

  after(ms: number): Promise<void> {
    return new Promise((resolve) => this.schedule(this.now + ms, resolve));
  }

  async withinMs<Result>(ms: number, work: Promise<Result | null>): Promise<Result | null> {
    return await Promise.race([work, this.after(ms).then(() => null)]);
  }
}

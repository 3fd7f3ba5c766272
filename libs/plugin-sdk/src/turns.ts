/** Lets work on the same key go one after the other, and on different keys side by side. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(key, mine);
    const forget = (): void => {
      if (this.last.get(key) === mine) this.last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  }
}

/** Runs tasks with the same key one after the other, and tasks with different keys in parallel. */
export class SerialQueue {
  private readonly lastByKey = new Map<string, Promise<unknown>>();

  /** Returns the result or error of the task. A failed task does not affect the next one. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const previous = this.lastByKey.get(key) ?? Promise.resolve();
    const current = previous.then(task, task);
    this.lastByKey.set(key, current);
    const forget = (): void => {
      if (this.lastByKey.get(key) === current) this.lastByKey.delete(key);
    };
    current.then(forget, forget);
    return current;
  }
}

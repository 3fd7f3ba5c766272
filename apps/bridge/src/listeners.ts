export class Listeners<Value> {
  private readonly callbacks = new Set<(value: Value) => void>();

  /** Returns a function that ends the calls. */
  readonly add = (callback: (value: Value) => void): (() => void) => {
    this.callbacks.add(callback);
    return () => void this.callbacks.delete(callback);
  };

  notify(value: Value): void {
    for (const callback of [...this.callbacks]) callback(value);
  }
}

/** The members and items of one value that subschemas have evaluated: what `unevaluated…` leaves alone. */
export class Evaluated {
  private readonly names = new Set<string>();
  private readonly indexes = new Set<number>();
  private hasAllNames = false;
  /** The number of items from the first on. */
  private items = 0;

  addName(name: string): void {
    this.names.add(name);
  }

  addAllNames(): void {
    this.hasAllNames = true;
  }

  addItems(count: number): void {
    this.items = Math.max(this.items, count);
  }

  addItem(index: number): void {
    this.indexes.add(index);
  }

  hasName(name: string): boolean {
    return this.hasAllNames || this.names.has(name);
  }

  hasItem(index: number): boolean {
    return index < this.items || this.indexes.has(index);
  }

  /** Adds what another schema of the same value has evaluated. Returns the number of steps. */
  merge(other: Evaluated): number {
    for (const name of other.names) this.names.add(name);
    for (const index of other.indexes) this.indexes.add(index);
    if (other.hasAllNames) this.hasAllNames = true;
    this.addItems(other.items);
    return 2 + other.names.size + other.indexes.size;
  }
}
